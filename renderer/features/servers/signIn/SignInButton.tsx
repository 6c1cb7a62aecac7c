import { KeyRound, LogOut } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Result, ServerId, ServerInfo } from "../../../../shared/contract/index.ts";
import { Badge, Button, Spinner } from "../../../design/index.ts";
import { signIn, signOut } from "../actions.ts";
import { noteSignIn } from "../servers.ts";
import { signsInByPage } from "./steps.ts";

/** Whether somebody must sign in, in a word; nothing where all is well. */
export const SignInBadge = ({ server }: { readonly server: ServerInfo }) => {
  const { t } = useTranslation("servers");
  switch (server.signIn?.state) {
    case "needed":
      return (
        <Badge tone="warn" icon={<KeyRound size={12} aria-hidden />}>
          {t("signIn.state.needed")}
        </Badge>
      );
    case "busy":
      return (
        <Badge tone="info" icon={<Spinner size={12} />}>
          {t("signIn.state.busy")}
        </Badge>
      );
    default:
      return null;
  }
};

/** Signs in to a server by page, or out again; what goes wrong is told by {@link useSignInFailure}. */
export const SignInButton = ({ server }: { readonly server: ServerInfo }) => {
  const { t } = useTranslation("servers");
  if (!signsInByPage(server)) return null;
  const run = (work: (serverId: ServerId) => Promise<Result<null>>): void => {
    noteSignIn(server.serverId, undefined);
    work(server.serverId)
      .then((answer) => noteSignIn(server.serverId, answer.ok ? undefined : answer.error))
      .catch((cause: unknown) => console.error("signing in failed", cause));
  };
  if (server.signIn?.state === "done")
    return (
      <Button size="small" icon={<LogOut size={14} aria-hidden />} onClick={() => run(signOut)}>
        {t("signIn.out")}
      </Button>
    );
  return (
    <Button
      size="small"
      kind={server.signIn?.state === "needed" ? "primary" : "neutral"}
      icon={<KeyRound size={14} aria-hidden />}
      isBusy={server.signIn?.state === "busy"}
      onClick={() => run(signIn)}
    >
      {t("signIn.in")}
    </Button>
  );
};
