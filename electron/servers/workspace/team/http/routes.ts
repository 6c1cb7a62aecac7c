import type { IncomingMessage, ServerResponse } from "node:http";
import { KeysUnavailable, NotAuthenticated, type Authenticate } from "../auth/index.ts";
import type { Audit } from "../audit.ts";
import type { CallPorts, Seat, Seats } from "../calls/index.ts";
import type { Health } from "../health.ts";
import type { Log } from "../log.ts";
import { grantsFor, type Identity, type Policy, type PolicyStore } from "../policy/index.ts";
import { Refusal } from "../../outcome/index.ts";
import { refusal, send, type Answer } from "./answer.ts";
import { createBodyReader } from "./body.ts";
import { challenge, metadata, metadataPath } from "./challenge.ts";
import { checkOrigins } from "./origins.ts";
import { serveMcp } from "./serveMcp.ts";

/** What requests are answered with. */
export interface HttpPorts {
  readonly policy: PolicyStore;
  readonly authenticate: Authenticate;
  readonly seats: Seats;
  readonly calls: CallPorts;
  readonly health: Health;
  readonly audit: Audit;
  readonly log: Log;
  /** Address that the server listens on, without port. */
  readonly boundHost: string;
}

const projectPath = /^\/projects\/([A-Za-z0-9][A-Za-z0-9._-]{0,63})\/mcp$/;

/** Something in the way of a request that has its answer already. */
class Stop extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super("stop");
    this.answer = answer;
  }
}

async function identify(
  ports: HttpPorts,
  request: IncomingMessage,
  policy: Policy,
  path: string,
): Promise<Identity> {
  try {
    return await ports.authenticate(request.headers.authorization, policy.auth);
  } catch (error) {
    if (error instanceof NotAuthenticated) {
      ports.log("warn", "request.unauthenticated", { path, why: error.message });
      throw new Stop(challenge(error, policy, request.headers.host ?? "", path));
    }
    if (!(error instanceof KeysUnavailable)) throw error;
    const cause = error.cause instanceof Error ? error.cause.message : "";
    ports.log("error", "keys.unavailable", { why: error.message, cause });
    throw new Stop(
      refusal(503, "Tokens cannot be checked now: the issuer's keys cannot be had. Try again.", {
        "retry-after": "2",
      }),
    );
  }
}

function takeSeat(ports: HttpPorts, policy: Policy, identity: Identity, project: string): Seat {
  const about = { project, identity: identity.subject };
  if (grantsFor(policy, identity, project).length === 0) {
    const reason = "no rule of the policy gives this identity the project";
    ports.log("warn", "request.denied", { ...about, reason });
    // Only names that are projects get a file.
    if (Object.hasOwn(policy.projects, project))
      ports.audit({ ...about, event: "request.denied", decision: "denied", reason });
    throw new Stop(
      refusal(
        403,
        `You have no access to a project ${project} on this server. Ask its administrator for it.`,
      ),
    );
  }
  try {
    return ports.seats.open(project, identity);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    ports.log("error", "project.unavailable", { ...about, why: error.message });
    throw new Stop(
      refusal(
        503,
        `The folder of project ${project} is not there now. Tell the administrator of this server.`,
        {
          "retry-after": "30",
        },
      ),
    );
  }
}

async function serveProject(
  ports: HttpPorts,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  project: string,
  readBody: ReturnType<typeof createBodyReader>,
): Promise<void> {
  const policy = ports.policy.current();
  const identity = await identify(ports, request, policy, path);
  const seat = takeSeat(ports, policy, identity, project);
  if (request.method !== "POST") {
    throw new Stop(
      refusal(405, "This server keeps no stream open between requests, and no session: send POST.", {
        allow: "POST",
      }),
    );
  }
  const body = await readBody(request, policy.limits.bodyBytes);
  if (!body.isRead) throw new Stop(body.answer);
  try {
    await serveMcp(ports.calls, seat, request, response, body.value);
  } finally {
    body.end();
  }
}

function openAnswer(ports: HttpPorts, method: string, path: string, host: string): Answer | null {
  const isLook = method === "GET" || method === "HEAD";
  if (isLook && path === "/healthz") return ports.health.live();
  if (isLook && path === "/readyz") return ports.health.ready();
  if (isLook && path.startsWith(metadataPath)) {
    const resource = path.slice(metadataPath.length);
    if (resource === "" || projectPath.test(resource))
      return metadata(ports.policy.current(), host, resource);
  }
  return null;
}

/** Answers one request after another; never rejects. */
export function createRoutes(
  ports: HttpPorts,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const readBody = createBodyReader();
  const route = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refused = checkOrigins(request.headers, ports.boundHost, ports.policy.current().http);
    const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
    if (refused !== null) {
      ports.log("warn", "request.foreign", { hasOrigin: request.headers.origin !== undefined });
      throw new Stop(refused);
    }
    const open = openAnswer(ports, request.method ?? "", path, request.headers.host ?? "");
    if (open !== null) throw new Stop(open);
    const project = projectPath.exec(path)?.[1];
    if (project === undefined)
      throw new Stop(refusal(404, "There is nothing here. Projects are served at /projects/NAME/mcp."));
    if (ports.health.isDraining())
      throw new Stop(
        refusal(503, "This instance is about to end.", { "retry-after": "1", connection: "close" }),
      );
    await serveProject(ports, request, response, path, project, readBody);
  };
  return async (request, response) => {
    try {
      await route(request, response);
    } catch (error) {
      if (error instanceof Stop) return send(response, error.answer);
      if (error instanceof Refusal)
        return send(response, refusal(503, error.message, { "retry-after": "5" }));
      ports.log("error", "request.bug", { stack: error instanceof Error ? error.stack : String(error) });
      send(response, refusal(500, "The server failed to answer. Its log says more."));
    }
  };
}
