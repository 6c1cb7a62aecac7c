import type {
  AppEventData,
  AppEventName,
  AppInput,
  AppOutput,
  AppRequestName,
  EventData,
  EventName,
  Input,
  Output,
  RequestName,
  Result,
} from "../../shared/contract/index.ts";

/** Every request the page may make: the host's (design §3) and those the main process answers itself. */
export type AnyRequestName = RequestName | AppRequestName;
export type Params<N extends AnyRequestName> = N extends RequestName
  ? Input<N>
  : N extends AppRequestName
    ? AppInput<N>
    : never;
export type Answer<N extends AnyRequestName> = N extends RequestName
  ? Output<N>
  : N extends AppRequestName
    ? AppOutput<N>
    : never;

/** Every event the page may hear. */
export type AnyEventName = EventName | AppEventName;
export type Heard<N extends AnyEventName> = N extends EventName
  ? EventData<N>
  : N extends AppEventName
    ? AppEventData<N>
    : never;

/** Ends a subscription; calling it again does nothing. */
export type Unsubscribe = () => void;

/**
 * The page's only way out. `request` never rejects: a broken channel comes back as a failure with the code `internal`.
 * Events reach every subscriber in the order the host sent them.
 */
export interface Bridge {
  request<N extends AnyRequestName>(name: N, params: Params<N>): Promise<Result<Answer<N>>>;
  subscribe<N extends AnyEventName>(name: N, listener: (data: Heard<N>) => void): Unsubscribe;
}
