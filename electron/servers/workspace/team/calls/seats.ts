import { hash } from "node:crypto";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { killTree, serverVariable } from "../../commands/index.ts";
import { openRoot } from "../../paths/index.ts";
import {
  createDispatch,
  createScope,
  type Dispatch,
  type Scope,
  type ToolSet,
} from "../../protocol/index.ts";
import { createToolSet } from "../../tools.ts";
import type { Log } from "../log.ts";
import { grantsFor, permitsOf, type Identity, type Policy, type PolicyStore } from "../policy/index.ts";
import {
  createBackgroundHomes,
  createDurableRepeats,
  createFileGuard,
  type BackgroundHomes,
  type Database,
  type Instances,
} from "../state/index.ts";
import { projectEnvironment } from "./environment.ts";

/** A project as one identity has it in this process: everything of it could be made anew by another instance. */
export interface Seat {
  readonly key: string;
  readonly project: string;
  readonly identity: Identity;
  readonly tools: ToolSet;
  readonly dispatch: Dispatch;
  readonly homes: BackgroundHomes;
}

/** The seats of this process. */
export interface Seats {
  /** Opens it or gives the one that is open. @throws Refusal `notFound` when the project's root is not there */
  open(project: string, identity: Identity): Seat;
  /** Ends those that the policy does not allow any more, and what they left running. */
  review(): void;
  /** Ends all. */
  end(): void;
}

/** What seats are made of. */
export interface SeatPorts {
  readonly policy: PolicyStore;
  readonly database: Database;
  readonly instances: Instances;
  readonly stateFolder: string;
  readonly sandbox: Scope["sandbox"];
  readonly log: Log;
}

/** More are not kept: the one unused longest ends, with what it left running. */
const mostSeats = 1_000;

interface Open {
  readonly seat: Seat;
  readonly scope: Scope;
  readonly made: string;
}

/** All that a seat depends on; when it changes the seat is another. Rules, since tokens of one person may differ. */
function makingOf(policy: Policy, project: string, identity: Identity): string {
  const grants = grantsFor(policy, identity, project);
  return JSON.stringify([policy.projects[project], policy.auth.issuer, grants.length > 0]);
}

function keyOf(policy: Policy, project: string, identity: Identity): string {
  const groups = [...identity.groups].sort();
  const named = policy.identities.flatMap(({ match }) => ("claim" in match ? [match.claim] : []));
  const claims = [...new Set(named)].sort().map((claim) => [claim, identity.claims[claim] ?? null]);
  return JSON.stringify([project, policy.auth.issuer, identity.subject, groups, claims]);
}

function makeSeat(ports: SeatPorts, project: string, identity: Identity, key: string): Omit<Open, "made"> {
  const policy = ports.policy.current();
  const declared = policy.projects[project];
  const root = openRoot(declared?.root ?? "");
  const person = hash("sha256", JSON.stringify([policy.auth.issuer, identity.subject]), "hex").slice(0, 24);
  const stateFolder = path.join(ports.stateFolder, "scopes", project, person);
  const home = path.join(stateFolder, "home");
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const serverMark = `${ports.instances.id}-${hash("sha256", key, "hex").slice(0, 16)}`;
  ports.instances.noteMark(serverMark);
  const shared = JSON.stringify([project, policy.auth.issuer, identity.subject]);
  const scope = createScope({
    root,
    serverMark,
    stateFolder,
    sandbox: ports.sandbox,
    environment: projectEnvironment(declared?.environment ?? {}, home),
    permits: permitsOf(() => grantsFor(ports.policy.current(), identity, project)),
    guard: createFileGuard(ports.database, ports.instances, shared),
  });
  const tools = createToolSet(scope);
  const dispatch = createDispatch({
    scope,
    tools,
    repeats: createDurableRepeats(ports.database, ports.instances, shared),
    onBug: (tool, error) => {
      ports.log("error", "tool.bug", {
        tool,
        project,
        stack: error instanceof Error ? error.stack : String(error),
      });
    },
  });
  const homes = createBackgroundHomes(ports.database, ports.instances, shared);
  return { seat: { key, project, identity, tools, dispatch, homes }, scope };
}

/** Makes an empty register of seats. */
export function createSeats(ports: SeatPorts): Seats {
  const open = new Map<string, Open>();
  const end = (one: Open): void => {
    open.delete(one.seat.key);
    one.scope.end();
    killTree({ pid: null, variable: serverVariable, mark: one.scope.serverMark });
  };
  return {
    open: (project, identity) => {
      const policy = ports.policy.current();
      const key = keyOf(policy, project, identity);
      const made = makingOf(policy, project, identity);
      const known = open.get(key);
      if (known !== undefined && known.made !== made) end(known);
      const one = known?.made === made ? known : { ...makeSeat(ports, project, identity, key), made };
      // Last in order is used last.
      open.delete(key);
      open.set(key, one);
      const oldest = open.values().next();
      if (open.size > mostSeats && !oldest.done) end(oldest.value);
      return one.seat;
    },
    review: () => {
      const policy = ports.policy.current();
      for (const one of [...open.values()]) {
        const { project, identity } = one.seat;
        if (one.made !== makingOf(policy, project, identity)) end(one);
      }
    },
    end: () => {
      for (const one of [...open.values()]) end(one);
    },
  };
}
