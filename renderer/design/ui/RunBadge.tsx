import { CircleCheck, CircleX, Pause } from "lucide-react";
import { Badge } from "./Badge.tsx";
import { Spinner } from "./Spinner.tsx";

export interface RunBadgeProps {
  readonly state: "stopped" | "starting" | "ready" | "failed" | "stopping";
  readonly words: string;
}

/** The state of something that is started and stopped, as icon, word and colour. */
export const RunBadge = ({ state, words }: RunBadgeProps) => {
  switch (state) {
    case "ready":
      return (
        <Badge tone="ok" icon={<CircleCheck size={12} aria-hidden />}>
          {words}
        </Badge>
      );
    case "failed":
      return (
        <Badge tone="danger" icon={<CircleX size={12} aria-hidden />}>
          {words}
        </Badge>
      );
    case "stopped":
      return <Badge icon={<Pause size={12} aria-hidden />}>{words}</Badge>;
    case "starting":
    case "stopping":
      return (
        <Badge tone="info" icon={<Spinner size={12} />}>
          {words}
        </Badge>
      );
  }
};
