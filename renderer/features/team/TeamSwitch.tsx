import { Play, Square } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Failure, TeamInfo } from "../../../shared/contract/index.ts";
import { bridge } from "../../bridge/index.ts";
import { Button, ErrorState } from "../../design/index.ts";
import { StartDialog } from "./StartDialog.tsx";

/** Starts and stops a team server. What a start opens is shown before each start; none happens by itself. */
export const TeamSwitch = ({ team }: { readonly team: TeamInfo }) => {
  const { t } = useTranslation("team");
  const [error, setError] = useState<Failure>();
  const [isAsking, setIsAsking] = useState(false);
  const run = (name: "team.start" | "team.stop"): void => {
    setError(undefined);
    bridge
      .request(name, { teamId: team.teamId })
      .then((answer) => {
        // A start that failed shows as the server's own last error.
        if (!answer.ok && name === "team.stop") setError(answer.error);
      })
      .catch((cause: unknown) => console.error(`${name} failed`, cause));
  };
  const isOn = team.state === "ready" || team.state === "starting";
  return (
    <>
      {isOn ? (
        <Button size="small" icon={<Square size={12} aria-hidden />} onClick={() => run("team.stop")}>
          {t("stop")}
        </Button>
      ) : (
        <Button
          size="small"
          icon={<Play size={12} aria-hidden />}
          isBusy={team.state === "stopping"}
          onClick={() => setIsAsking(true)}
        >
          {t(team.state === "failed" ? "startAgain" : "startIt")}
        </Button>
      )}
      {error !== undefined && <ErrorState layout="inline" title={t("stopFailed")} failure={error} />}
      {isAsking && (
        <StartDialog
          team={team}
          onClose={() => setIsAsking(false)}
          onConsent={() => {
            setIsAsking(false);
            run("team.start");
          }}
        />
      )}
    </>
  );
};
