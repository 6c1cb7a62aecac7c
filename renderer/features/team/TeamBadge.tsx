import { CircleCheck, CircleX, Pause } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ServerState } from "../../../shared/contract/index.ts";
import { Badge, Spinner } from "../../design/index.ts";

/** A team server's state as icon, word and colour. */
export const TeamBadge = ({ state }: { readonly state: ServerState }) => {
  const { t } = useTranslation("team");
  const words = t(`state.${state}`);
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
