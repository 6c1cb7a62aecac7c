/** What servers are found in: settings of other programs, folders, pasted texts. */
const found = {
  importFillIn: "It does not start until this is filled in by hand: {{places}}.",
  importAllowed: "Tools that were allowed without asking there are asked for here.",
  importOff: "Tools that were off there are on here: {{tools}}.",
  importHeaders: "It gets headers from a program, which is not taken over; give them by hand.",
  importEnvFile: "It reads variables from {{file}}, which is not taken over; give them by hand.",
  importNoServer: '"{{name}}" has neither a command nor a url, so it is no server.',
  importMisfit: '"{{name}}" cannot be taken over: {{issues}}.',
  importNoJson: "This is not JSON: {{what}} in line {{line}}. Paste the whole object, from { to }.",
  importPartJson: "Line {{line}} is not JSON ({{what}}); what is whole was read.",
  importBroken: '"{{name}}" is left out, because something in its text is broken. Correct it first.',
  importNoToml: "This is not TOML: line {{line}} cannot be read. The rest was not read.",
  importSplit: "Its command was written as one line; it is taken apart into a program and arguments.",
  importNone: "No server was found in it. A server has a command or a url.",
  fileIrregular: "It is no regular file, so it was not read.",
  fileTooLarge: "The file is too large to be a list of servers.",
  fileUnreadable: "It could not be read ({{code}}).",
  fileLeadsOut: "It is a link that leads out of the folder, so it was not read.",
  folderLongName: "A server has a name of {{chars}} characters and is not offered.",
  folderTwice: '"{{name}}" stands there twice; only the first is offered.',
  folderMany: "It names {{count}} servers; only the first {{most}} are offered.",
  folderPlace: "The folder's own path holds a place to fill in, so its servers are not offered.",
} as const;

/** Registries, packages and bundles, and definitions written for a registry. */
const packaged = {
  bundleNode: "It runs on the Node that comes with Loopwright.",
  packageBundle: "It is also offered as a bundle: download it from its page and open it here.",
  packageKind: 'Packages of the kind "{{kind}}" cannot be started from here.',
  packageName: 'A package of the kind "{{kind}}" has no usable name.',
  packageVersion: "The package {{id}} names no exact version, so what would run is not certain.",
  packageNetwork:
    "The package {{id}} starts a server of its own on the network ({{via}}); start it yourself and add its address.",
  packageHash:
    "Its file is said to have the SHA-256 {{hash}}; the program that fetches it does not check that.",
  packageElsewhere: "It is said to be at {{base}}; {{command}} takes it from where it is set up to.",
  packageHint: "It asks for {{hint}}; {{command}} is used.",
  registryNothing: "It names no package and no address.",
  remoteAddress: "One of its addresses is none of http or https.",
  exportName: 'Change "local" in its name to your own domain, written backwards.',
  exportProgram: 'A registry lists packages and addresses; "{{command}}" is a program of this machine.',
  exportVersion: "Give the exact version of {{id}}.",
} as const;

/** Lists of a server. `{{list}}` is one of the names that languages have under `remarks:list`. */
const listed = {
  listNoKey: "A {{method}} answer has no {{key}}.",
  listCircle: "The {{list}}'s cursor goes round in a circle; reading stopped there.",
  listEndless: "The {{list}} did not end after {{pages}} pages; reading stopped there.",
  listUnread: "The {{list}} could not be read: {{cause}}",
  listUnusable: "{{count}} entries of the {{list}} cannot be used and were left out.",
  toolTwice: 'The tool "{{tool}}" is listed twice with different definitions; the first one counts.',
  toolsTwice:
    "{{count}} more entries of the tool list repeat a name with another definition; the first ones count.",
  toolsUnnamed: "{{count}} entries of the tool list have no name and were left out.",
  toolsMany: "The server lists {{count}} tools; the first {{most}} are taken.",
} as const;

/** Results of tools. */
const results = {
  blockDeep: "A block of the result nests deeper than {{most}} levels and was left out.",
  blockUntyped: "A block of the result has no type; it is kept as it came.",
  blockOdd: 'A block of type "{{type}}" is unknown or incomplete; it is kept as it came.',
  blockLong: 'A block of type "{{type}}" holds more text than is kept and was left out.',
  blocksMany: "The result has {{count}} blocks; the first {{most}} are kept.",
  textLong: "Of {{chars}} characters of text the first {{most}} are kept.",
  resultEmpty: "The result has no content.",
  structuredDeep: "The structured result nests deeper than {{most}} levels and was left out.",
  structuredLong: "The structured result holds more text than is kept and was left out.",
  structuredOdd: "The structured result is not an object.",
  outputMissing: 'The result lacks the structured part that the output schema of "{{tool}}" promises.',
  outputLarge: 'The result is too large to be checked against the output schema of "{{tool}}".',
  outputMisfit: 'The result does not fit the output schema of "{{tool}}": {{where}} {{message}}.',
  outputUnchecked: 'The result could not be checked against the output schema of "{{tool}}": {{why}}.',
} as const;

/** How a server's life goes on. */
const life = {
  helloCut: "Of its {{what}}, {{chars}} characters long, the first {{most}} are kept.",
  helloWide: "Its list of capabilities is too long; only the usual ones are kept.",
  noise: "This server writes to stdout what is no MCP message; such lines are ignored:",
  noiseCounted: "Further stray lines on stdout are only counted.",
  restarting: "Restarting in {{seconds}} s ({{attempt}} of {{attempts}}).",
  restartsOver:
    "It crashed too often and is not restarted any more. Start it by hand when the cause is repaired.",
  busy: 'It is too busy for "{{tool}}"; asking again in {{seconds}} s.',
  watchOver: "The resource {{uri}} is not watched any more: {{cause}}",
  watchRefused: "A resource is not watched any more: {{reason}}",
  levelOver: "It is not asked to log at the level {{level}} any more: {{cause}}",
  levelRefused: "It does not log at the chosen level any more: {{reason}}",
  relistFailed: "Reading the tool list again failed: {{reason}}",
  relistUnread: "The tool list could not be read again: {{cause}}",
  relistSlow:
    "This server announces changed tools again and again; its list is read less and less often for it.",
  rootsUntold: "The server could not be told that the folders changed: {{reason}}",
  listenFailed: "The server does not tell of its changes: {{reason}}",
  olderTransport: "The server speaks the older HTTP+SSE transport only.",
  messageUnused: "A message of it could not be used (its protocol log has it): {{reason}}",
  messagesUnused: "Further messages that cannot be used stand in its protocol log only.",
  standingLost:
    "The stream that it announces changes on broke off and could not be opened again; it is asked for again in {{seconds}} s.",
  sessionForgotten: "The server has forgotten the session; it is opened anew.",
  endingFailed: "Ending the server failed: {{reason}}",
  closingFailed: "Closing failed: {{reason}}",
  goodbyeFailed: "Ending the session: {{reason}}",
  elicitRefused: "It asked for an answer of the person, which was refused: {{reason}}",
  sampleRefused: "It asked for an answer of a model, which was refused: {{reason}}",
} as const;

/** Every remark in English, by its key. Other languages have the same keys and places in their catalogues. */
export const remarkTexts = { ...found, ...packaged, ...listed, ...results, ...life };
