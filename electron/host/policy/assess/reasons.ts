/**
 * Every reason an assessment gives, with its English sentence; `{}` is the parameter behind the colon. The codes are stable:
 * they stand in the log, and the page translates them.
 */
export const assessReasons = {
  readsWorkspace: "It only reads inside the workspace.",
  changesFiles: "It changes files inside the workspace.",
  deletesFiles: "It deletes what is there; it can be brought back.",
  runsCommand: "It runs a command with your rights.",
  network: "It asks for the network.",
  stopsCall: "It ends a call that you allowed before and that still runs; what it has done may remain.",
  followsCall: "It only looks at a call that runs already, or has run.",
  stopsCommand: "It ends a command that was started here, and everything that command started.",
  unknownTool: "What this tool can do is not known.",
  localServer: "The tool belongs to a server that does not ship with the app.",
  remoteServer: "The tool belongs to a server outside this machine.",
  trustedReader: "You trust its server, and the tool says that it only reads.",
  readsToolList: "It only looks through the list of connected tools.",
  offersServers: "It only names servers that you may add; nothing is fetched or started.",
  ownLevel: "You chose this level for the tool as it is defined now.",
  definitionChanged: "The tool's definition has changed since it was last used or agreed to.",
  looksLike: "It could be taken for {}, a tool of another server.",
  saysDestructive: "The tool says that it can destroy something.",
  saysOpenWorld: "The tool says that it acts outside this machine.",
  protectedFile: "{} can grant rights, run code or hold secrets.",
  secretFile: "{} can hold secrets.",
  manyFiles: "It changes {} files at once.",
  outside: "{} lies outside the workspace.",
  url: "It is given the address {}.",
  recipient: "It may send something to {}.",
  secret: "An argument looks like a secret.",
  large: "Its arguments are {} KB long.",
  assessmentFailed: "The call could not be judged, so it counts as the most dangerous kind.",
  unparsable: "The command could not be read completely.",
  hiddenCharacters: "The command holds hidden or control characters.",
  tooLong: "The command is too long to be read completely.",
  manyCommands: "It is {} commands in one line.",
  substitution: "A part of the command is only known when it runs.",
  redirect: "It sends output to, or takes input from, {}.",
  background: "It leaves something running.",
  unknownProgram: "Which program it runs is only known when it runs.",
  inlineCode: "It runs code written on the command line with {}.",
  pipedToShell: "It feeds text to a shell, which runs it.",
  publishes: "It publishes: {}.",
  pushes: "It pushes to another repository: {}.",
  cloud: "It acts on a cloud or cluster: {}.",
  httpWrite: "It sends data over HTTP: {}.",
  otherMachine: "It reaches another machine: {}.",
  moreRights: "It asks for more rights: {}.",
  mail: "It can send mail: {}.",
  credentials: "It handles credentials: {}.",
  irreversible: "It cannot be undone: {}.",
} as const;

export type ReasonCode = keyof typeof assessReasons;

/** Longest parameter of a reason, in characters. */
const paramChars = 120;

/** Makes a reason as it stands in the log. */
export const reason = (code: ReasonCode, param?: string | number): string => {
  if (param === undefined) return code;
  const text = String(param).replace(/\s+/g, " ").trim();
  return `${code}:${text.length > paramChars ? `${text.slice(0, paramChars).toWellFormed()}…` : text}`;
};
