import { z } from "zod";
import { Failure } from "./errors.ts";
import { Millis, SessionId } from "./ids.ts";

const ask = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) => ({ input, output });
const empty = z.strictObject({});

export const Appearance = z.strictObject({
  theme: z.enum(["system", "light", "dark", "contrast"]),
  language: z.enum(["system", "en", "zh-CN"]),
});
export type Appearance = z.infer<typeof Appearance>;

/** State of the host as the main process sees it. */
export const HostState = z.strictObject({
  state: z.enum(["starting", "ready", "restarting", "failed"]),
  at: Millis,
  restarts: z.int(),
  error: Failure.optional(),
});
export type HostState = z.infer<typeof HostState>;

/** Requests that the main process itself answers: windows, dialogs, the system. Only the page may ask them. */
export const appRequests = {
  "app.info": ask(
    empty,
    z.strictObject({
      version: z.string(),
      electron: z.string(),
      platform: z.string(),
      isPackaged: z.boolean(),
      keyStore: z.enum(["keyStore", "memory"]),
      keyStoreName: z.string(),
      host: HostState,
      appearance: Appearance,
      resolvedLanguage: z.enum(["en", "zh-CN"]),
    }),
  ),
  "app.setAppearance": ask(Appearance, z.null()),
  /** Shows the system's folder picker; `null` when the person cancelled. */
  "app.chooseFolder": ask(empty, z.strictObject({ path: z.string() }).nullable()),
  /** Shows the system's picker for a `.mcpb` bundle; `null` when the person cancelled. */
  "app.chooseBundle": ask(empty, z.strictObject({ path: z.string() }).nullable()),
  /** The definition that came with an install link, as JSON text, once; `null` when there is none. */
  "app.takeInstallLink": ask(empty, z.strictObject({ config: z.string() }).nullable()),
  /** Asks where to save, then lets the host write the file there; `null` when the person cancelled. */
  "app.exportSession": ask(
    z.strictObject({ sessionId: SessionId.optional(), format: z.enum(["json", "markdown"]) }),
    z.strictObject({ path: z.string() }).nullable(),
  ),
  /** Opens an https, http or mailto link in the system's browser after a confirmation that shows the whole address. */
  "app.openExternal": ask(
    z.strictObject({ url: z.string().max(4000) }),
    z.strictObject({ isOpened: z.boolean() }),
  ),
  "app.showDataFolder": ask(empty, z.null()),
  "app.restartHost": ask(empty, z.null()),
} as const;

export type AppRequestName = keyof typeof appRequests;
export type AppInput<N extends AppRequestName> = z.infer<(typeof appRequests)[N]["input"]>;
export type AppOutput<N extends AppRequestName> = z.infer<(typeof appRequests)[N]["output"]>;

/** Events that the main process sends to the page beside the host's own. `app.command` names a menu or palette action. */
export const appEvents = {
  "app.hostChanged": HostState,
  /** An install link waits: {@link appRequests} `app.takeInstallLink`. */
  "app.installLink": z.strictObject({}),
  "app.command": z.strictObject({ name: z.string() }),
} as const;
export type AppEventName = keyof typeof appEvents;
export type AppEventData<N extends AppEventName> = z.infer<(typeof appEvents)[N]>;
