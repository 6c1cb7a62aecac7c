import type { Failure, ServerInfo, SignInStep } from "../../../../shared/contract/index.ts";

/** Whether a person signs in to this server by a page: it is reached by URL, and no other way of signing in was set up. */
export const signsInByPage = ({ transport, signIn }: Pick<ServerInfo, "transport" | "signIn">): boolean => {
  if (transport.kind !== "http" || signIn === undefined) return false;
  return transport.oauth === undefined || transport.oauth.grant === "authorization_code";
};

/** Failures whose remedy is to sign in. */
const remedied: readonly string[] = [
  "serverSignInNeeded",
  "serverSignInOrKey",
  "serverSignInRefused",
  "serverForbids",
  "signInFailed",
  "signInFailedInUse",
];

/** Whether signing in is what puts a server's last failure right. */
export const wantsSignIn = (server: Pick<ServerInfo, "lastError" | "transport" | "signIn">): boolean =>
  signsInByPage(server) &&
  (server.signIn?.state === "needed" || remedied.includes(server.lastError?.key ?? "none"));

/** Why a step failed, as a failure that can be said in the person's language; undefined where nothing was noted. */
export const noteOf = ({ note, why }: SignInStep): Failure | undefined =>
  note === undefined
    ? undefined
    : {
        code: "unauthorized",
        message: note,
        ...(why === undefined ? {} : { key: `signInWhy.${why.name}`, params: why.params ?? {} }),
      };

/**
 * The step at which a sign-in ended without going through; undefined when it went through or is under way. Looking a sign-in
 * server up tries several addresses, so a step that failed before others went on is no end.
 */
export const stoppedAt = (steps: readonly SignInStep[]): SignInStep | undefined => {
  const end = steps.findLast(({ step }) => step === "end");
  if (end === undefined || end.isOk) return undefined;
  return steps.findLast(({ step }) => step !== "end") ?? end;
};
