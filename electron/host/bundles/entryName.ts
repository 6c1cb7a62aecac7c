/** Names that mean a device on Windows, with any extension. */
const device = /^(con|prn|aux|nul|conin\$|conout\$|clock\$|(com|lpt)[0-9¹²³])(\.|$)/i;
const odd = /[\p{Cc}<>:"|?*\\]/u;

const partProblem = (part: string): string | null => {
  if (part === "") return "it is absolute or has an empty part";
  if (part === "." || part === "..") return "it climbs out of its folder";
  if (odd.test(part)) return "it has a character that means more than a name, such as : or \\";
  if (/[. ]$/.test(part)) return "a part of it ends with a dot or a space";
  if (device.test(part)) return "a part of it is the name of a device";
  return Buffer.byteLength(part) > 255 ? "a part of it is too long" : null;
};

/**
 * Why an entry's name may not be unpacked, on any system, or null (SEC-BUNDLE-01). What is a name on one system only is
 * refused on all: a bundle is the same for everybody.
 */
export const nameProblem = (name: string): string | null => {
  if (name === "" || name.length > 1000) return "it is empty or too long";
  if (name.includes("\uFFFD")) return "it is no valid text";
  const parts = (name.endsWith("/") ? name.slice(0, -1) : name).split("/");
  if (parts.length > 40) return "it is nested too deeply";
  for (const part of parts) {
    const problem = partProblem(part);
    if (problem !== null) return problem;
  }
  return null;
};

/** What a name is to a file system that ignores case and how letters are composed. */
export const foldedName = (name: string): string => name.replace(/\/$/, "").normalize("NFC").toLowerCase();
