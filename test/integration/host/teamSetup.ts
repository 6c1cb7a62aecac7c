import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Output, ServerId, TeamInfo } from "../../../shared/contract/index.ts";
import { startHost, tempDir, type TestHost } from "../../fakes/hostProcess.ts";
import { startIssuer, type Issuer } from "../team/issuer.ts";

/** A host with one team server set up in it, which serves one project to two identities; it is not started yet. */
export interface HostedTeam extends AsyncDisposable {
  readonly host: TestHost;
  readonly issuer: Issuer;
  readonly teamId: ServerId;
  readonly policy: Record<string, unknown>;
  /** The project's folder. */
  readonly shop: string;
  put(file: string, text: string): void;
  read(file: string): string;
  info(): Promise<TeamInfo>;
  /** Starts it and answers where the project is served. */
  start(): Promise<string>;
  readPolicy(): Promise<Output<"team.readPolicy">>;
}

/** The policy of that project: `ana` and `bob` write below `src/`, and ana may run shell lines. */
export const shopPolicy = (
  issuer: Issuer,
  shop: string,
  limits: Record<string, unknown> = {},
): Record<string, unknown> => ({
  version: 1,
  auth: { issuer: issuer.issuer, audience: issuer.audience, jwks: { url: issuer.jwksUrl } },
  limits,
  projects: { shop: { root: shop } },
  identities: [
    { match: { subject: "ana" }, projects: { shop: { write: ["src/**"], shell: true } } },
    { match: { subject: "bob" }, projects: { shop: { write: ["src/**"], shell: true } } },
  ],
});

/** Sets it up. */
export const hostedTeam = async (
  limits: Record<string, unknown> = {},
  given?: TestHost,
): Promise<HostedTeam> => {
  const issuer = await startIssuer();
  const host = given ?? (await startHost());
  const shop = path.join(tempDir("shop"), "shop");
  mkdirSync(shop);
  const policy = shopPolicy(issuer, shop, limits);
  const { teamId } = await host.ask("team.add", {
    definition: { name: "shop team", host: "127.0.0.1", port: 0 },
    policyText: JSON.stringify(policy, null, 2),
  });
  const info = async (): Promise<TeamInfo> => {
    const found = (await host.ask("team.list", {})).find((team) => team.teamId === teamId);
    if (found === undefined) throw new Error("the team server is not listed");
    return found;
  };
  return {
    host,
    issuer,
    teamId,
    policy,
    shop,
    info,
    put: (file, text) => {
      mkdirSync(path.dirname(path.join(shop, file)), { recursive: true });
      writeFileSync(path.join(shop, file), text);
    },
    read: (file) => readFileSync(path.join(shop, file), "utf8"),
    start: async () => {
      await host.ask("team.start", { teamId });
      return `${(await info()).url ?? ""}/projects/shop/mcp`;
    },
    readPolicy: () => host.ask("team.readPolicy", { teamId }),
    [Symbol.asyncDispose]: async () => {
      if (given === undefined) await host[Symbol.asyncDispose]();
      await issuer[Symbol.asyncDispose]();
    },
  };
};

/** True while a process with this id lives. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, "latin1").includes(") Z ");
  } catch {
    return false;
  }
};
