/** How much a line matters. */
export type Level = "info" | "warn" | "error";

/** Writes one line of JSON to standard error for each event. What is passed must hold no secret and no token. */
export type Log = (level: Level, event: string, fields?: Readonly<Record<string, unknown>>) => void;

/** @param always fields of every line */
export function createLog(always: Readonly<Record<string, unknown>>): Log {
  return (level, event, fields = {}) => {
    const line = { at: new Date().toISOString(), level, event, ...always, ...fields };
    process.stderr.write(`${JSON.stringify(line)}\n`);
  };
}
