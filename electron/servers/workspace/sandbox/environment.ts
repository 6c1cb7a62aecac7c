/** Doors to programs outside the sandbox, and folders that do not exist in it. */
const closed =
  /^(?:DISPLAY|WAYLAND_DISPLAY|WAYLAND_SOCKET|XAUTHORITY|ICEAUTHORITY|SESSION_MANAGER|DBUS_.*|SSH_AUTH_SOCK|SSH_AGENT_PID|SSH_CONNECTION|SSH_CLIENT|SSH_TTY|GPG_AGENT_INFO|GNOME_KEYRING_.*|PULSE_SERVER|DOCKER_.*|CONTAINER_HOST|WSL_.*|WSLENV|TMUX|TMUX_PANE|STY|XDG_RUNTIME_DIR|XDG_CACHE_HOME|XDG_CONFIG_HOME|XDG_DATA_HOME|XDG_STATE_HOME)$/;

/** Tells programs that they run in a sandbox of ours. */
const sandboxVariable = "LOOPWRIGHT_SANDBOX";

/** Package managers would try for minutes what cannot succeed. */
const withoutNetwork = { npm_config_fetch_retries: "0", PIP_RETRIES: "0", CARGO_NET_RETRY: "0" } as const;

/**
 * The environment of a command as it is inside.
 * @param temp where it keeps temporary files
 */
export function environmentInside(
  env: Readonly<Record<string, string>>,
  temp: string,
  network: boolean,
): Record<string, string> {
  // Without a network a proxy serves nothing, and its URL may hold a password.
  const kept = Object.entries(env).filter(
    ([name]) => !closed.test(name) && (network || !/_proxy$/i.test(name)),
  );
  const given = { ...Object.fromEntries(kept), ...(network ? {} : withoutNetwork) };
  return { ...given, TMPDIR: temp, TMP: temp, TEMP: temp, [sandboxVariable]: "1" };
}
