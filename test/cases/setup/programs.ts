import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { NotRun } from "../types.ts";

const run = promisify(execFile);

/** Runs `setup.shell` once in a folder. */
export const runShell = async (command: string, cwd: string): Promise<void> => {
  await run("bash", ["-c", command], { cwd, timeout: 30_000 });
};

/** A server on a free loopback port, and how to end it. */
export interface CaseHttpServer {
  readonly port: number;
  close(): Promise<void>;
}

const rule = /answers (?<status>\d{3})(?: with (?<name>[\w-]+): (?<value>.+?))? to everything/;

/** Starts the server a case describes in one sentence. @throws NotRun for a sentence of another form */
export const startHttpServer = async (sentence: string): Promise<CaseHttpServer> => {
  const said = rule.exec(sentence)?.groups;
  if (said === undefined) throw new NotRun(`by hand: a server that ${sentence}`);
  const { status, name, value } = said;
  const server = createServer((_, response) => {
    response.writeHead(Number(status), name === undefined ? {} : { [name]: value ?? "" });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};
