import { useTranslation } from "react-i18next";
import type { ServerState } from "../../../shared/contract/index.ts";
import { RunBadge } from "../../design/index.ts";

/** A team server's state as icon, word and colour. */
export const TeamBadge = ({ state }: { readonly state: ServerState }) => {
  const { t } = useTranslation("team");
  return <RunBadge state={state} words={t(`state.${state}`)} />;
};
