/** What a program needs to start at all; everything else of the server's environment is nobody's business. */
const kept =
  /^(?:PATH|LANG|LANGUAGE|LC_[A-Z]+|TZ|TMPDIR|TEMP|TMP|SYSTEMROOT|WINDIR|COMSPEC|PATHEXT|PROCESSOR_ARCHITECTURE|NUMBER_OF_PROCESSORS)$/i;

/**
 * The environment of a project's commands: little of the server's own, what the policy declares, and a home folder that
 * belongs to one identity alone.
 */
export function projectEnvironment(
  declared: Readonly<Record<string, string>>,
  home: string,
  own: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  const base = Object.fromEntries(Object.entries(own).filter(([name]) => kept.test(name)));
  return { ...base, HOME: home, ...(process.platform === "win32" ? { USERPROFILE: home } : {}), ...declared };
}
