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
}

/** A state as a shape of its own; colour only repeats it. */
export const StateIcon = ({ state, size = 16, isDecorative = false }: StateIconProps) => {
  const { t } = useTranslation("design");
  const Icon = state === "running" ? undefined : icons[state];
  return (
    <span
      className={cx(styles["state"], styles[state])}
      title={isDecorative ? undefined : t(`state.${state}`)}
    >
      {Icon === undefined ? <Spinner size={size} /> : <Icon size={size} aria-hidden />}
      {!isDecorative && <span className="visually-hidden">{t(`state.${state}`)}</span>}
    </span>
  );
};
