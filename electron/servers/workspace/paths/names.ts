import { Refusal } from "../outcome/index.ts";

const way = "Give a path relative to the workspace root, for example src/app.ts; . is the root itself.";

function refuse(shown: string, why: string): never {
  throw new Refusal("invalidInput", `${shown} is not a usable path: ${why}.`, way);
}

const windowsDevice = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\.|$)/i;

function refuseWindowsName(shown: string, input: string): void {
  const parts = input.replace(/^[a-z]:[\\/]/i, "").split(/[\\/]/);
  for (const part of parts) {
    if (part === "" || part === "." || part === "..") continue;
    if (/[<>:"|?*]/.test(part)) refuse(shown, `Windows does not allow ${JSON.stringify(part)} as a name`);
    if (windowsDevice.test(part)) refuse(shown, `${part} is a device on Windows`);
    if (/[. ]$/.test(part)) refuse(shown, "Windows drops a dot or space at the end of a name");
  }
}

/**
 * Refuses spellings that are no path of a workspace at all: empty, with NUL, home folders, URLs, network shares.
 * Nothing is decoded: `%2e` is three ordinary characters.
 * @throws Refusal `invalidInput`
 */
export function checkSpelling(input: string, platform: NodeJS.Platform = process.platform): void {
  // Nearly every path is made of these alone: then none of the traps below can be in it.
  if (platform !== "win32" && /^[\w.-][\w./-]*$/.test(input)) return;
  const shown = JSON.stringify(input);
  if (input === "") refuse(shown, "it is empty");
  if (input.includes("\0")) refuse(shown, "it contains a NUL character");
  if (!input.isWellFormed()) refuse(shown, "it contains half of a surrogate pair");
  if (/^~(?:$|[\\/])/.test(input)) refuse(shown, "~ is not expanded here");
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(input)) refuse(shown, "it is a URL");
  if (/^(?:\\\\|\/\/)/.test(input)) refuse(shown, "it is a network or device path");
  if (platform === "win32") refuseWindowsName(shown, input);
}
