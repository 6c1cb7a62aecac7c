import path from "node:path";
import type { ServerDefinition, ServerTransport } from "../../../shared/contract/index.ts";
import { hasPlaces, textsOf } from "../serverImport/index.ts";

type Say = (text: string) => string;

const saidIn = (values: Readonly<Record<string, string>>, say: Say): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, say(value)]));

const startsElsewhere = (cwd: string): boolean => path.isAbsolute(cwd) || /^[~$]/.test(cwd);

const inFolder = (transport: ServerTransport, folder: string, say: Say): ServerTransport => {
  if (transport.kind === "bundled") return transport;
  if (transport.kind === "http") {
    const { headers } = transport;
    return {
      ...transport,
      url: say(transport.url),
      ...(headers === undefined ? {} : { headers: saidIn(headers, say) }),
    };
  }
  const { command, args, env } = transport;
  const cwd = say(transport.cwd ?? folder);
  return {
    ...transport,
    command: say(command),
    ...(args === undefined ? {} : { args: args.map(say) }),
    ...(env === undefined ? {} : { env: saidIn(env, say) }),
    // The clients that keep such files start their servers in the folder.
    cwd: startsElsewhere(cwd) ? cwd : path.resolve(folder, cwd),
  };
};

/**
 * A definition of a folder's own file as it is meant there: in that folder, whichever folder was opened first. What is shown
 * and agreed to then names the folder itself.
 */
export const boundTo = (folder: string, definition: ServerDefinition): ServerDefinition => {
  const say: Say = (text) =>
    text
      .replaceAll("${workspaceFolder}", () => folder)
      .replaceAll("${workspaceFolderBasename}", () => path.basename(folder));
  const { fillsIn, ...rest } = definition;
  const transport = inFolder(definition.transport, folder, say);
  const isOpen = fillsIn === true && textsOf(transport).some(hasPlaces);
  return { ...rest, transport, ...(isOpen ? { fillsIn: true } : {}) };
};
