/** Time limits of commands, in milliseconds. */
export const limits = {
  /** A call waits this long for its command when it names no time. */
  defaultMs: 120_000,
  /** A call waits at most this long. */
  mostWaitMs: 600_000,
  /** A command that outlived its call is ended this long after its start. */
  afterCallMs: 30 * 60_000,
  /** Longest time limit of a command that was started in the background, and the one it has when it names none. */
  mostBackgroundMs: 24 * 3_600_000,
  /** A background start looks this long whether the command fails at once. */
  settleMs: 250,
  /** `command_output` waits at most this long for something to happen. */
  mostOutputWaitMs: 60_000,
  /** `stop_command` waits this long between asking a command to end and ending it. */
  politeMs: 3_000,
} as const;
