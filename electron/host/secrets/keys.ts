import type { MainToHost } from "../../../shared/contract/index.ts";
import type { Redactor } from "./redact.ts";

/** Where a secret ended up. */
export type KeptIn = "keyStore" | "memory";

/** The host's secrets by name. Their values never leave through a request, an event or the log (MODEL-02). */
export interface Keys {
  put(name: string, value: string | null): Promise<KeptIn>;
  get(name: string): Promise<string | null>;
  /** Where new secrets are kept: the system's key store through the main process, or this process's memory. */
  readonly where: KeptIn;
}

/** What the main process offers: absent on the stdio carrier. */
export interface MainSecrets {
  ask(
    question:
      { kind: "secret.put"; name: string; value: string | null } | { kind: "secret.get"; name: string },
  ): Promise<Extract<MainToHost, { kind: "secret.done" }>>;
}

/** Keys in this process's memory, for this run only. */
const inMemory = (redactor: Redactor): Keys => {
  const values = new Map<string, string>();
  return {
    where: "memory",
    put: (name, value) => {
      if (value === null) {
        values.delete(name);
        redactor.forget(name);
      } else {
        values.set(name, value);
        redactor.know(name, value);
      }
      return Promise.resolve("memory");
    },
    get: (name) => Promise.resolve(values.get(name) ?? null),
  };
};

/** Makes the key room; every value that passes through becomes known to the redactor. */
export const createKeys = (redactor: Redactor, main: MainSecrets | null): Keys => {
  if (!main) return inMemory(redactor);
  let where: KeptIn = "memory";
  return {
    get where() {
      return where;
    },
    put: async (name, value) => {
      if (value === null) redactor.forget(name);
      else redactor.know(name, value);
      const done = await main.ask({ kind: "secret.put", name, value });
      where = done.where;
      return done.where;
    },
    get: async (name) => {
      const done = await main.ask({ kind: "secret.get", name });
      where = done.where;
      if (done.value !== null) redactor.know(name, done.value);
      return done.value;
    },
  };
};
