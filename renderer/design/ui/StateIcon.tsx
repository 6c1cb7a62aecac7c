import {
  Ban,
  Check,
  Circle,
  CircleSlash,
  Hand,
  ListRestart,
  RouteOff,
  ShieldQuestionMark,
  X,
  type LucideIcon,
} from "lucide-react";
import { useTranslation } from "react-i18next";
import type { CallState } from "../../../shared/contract/index.ts";
import { cx } from "../cx.ts";
import { Spinner } from "./Spinner.tsx";
import styles from "./StateIcon.module.css";

/** Every state a call, a session or a server can show. */
export type ShownState = CallState | "idle" | "waiting" | "retrying";

const icons: Record<Exclude<ShownState, "running">, LucideIcon> = {
  proposed: Circle,
  awaitingApproval: Hand,
  waiting: Hand,
  completed: Check,
  failed: X,
  denied: CircleSlash,
  cancelled: Ban,
  interrupted: RouteOff,
  outcomeUnknown: ShieldQuestionMark,
  idle: Circle,
  retrying: ListRestart,
};

export interface StateIconProps {
  readonly state: ShownState;
  readonly size?: number | undefined;
  /** The words are beside it already: nothing for screen readers here. */
  readonly isDecorative?: boolean | undefined;
  /** The state's name, from a long list that looked it up once for all its rows; without it the icon asks itself. */
  readonly label?: string | undefined;
}

interface ShapeProps {
  readonly state: ShownState;
  readonly size: number;
  readonly label?: string | undefined;
}

const Shape = ({ state, size, label }: ShapeProps) => {
  const Icon = state === "running" ? undefined : icons[state];
  return (
    <span className={cx(styles["state"], styles[state])} title={label}>
      {Icon === undefined ? <Spinner size={size} /> : <Icon size={size} aria-hidden />}
      {label !== undefined && <span className="visually-hidden">{label}</span>}
    </span>
  );
};

const Named = ({ state, size }: Omit<ShapeProps, "label">) => {
  const { t } = useTranslation("design");
  return <Shape state={state} size={size} label={t(`state.${state}`)} />;
};

/** A state as a shape of its own; colour only repeats it. */
export const StateIcon = ({ state, size = 16, isDecorative = false, label }: StateIconProps) =>
  isDecorative || label !== undefined ? (
    <Shape state={state} size={size} label={isDecorative ? undefined : label} />
  ) : (
    <Named state={state} size={size} />
  );
