/** A link that may be offered to the system, taken apart for the question. */
export interface ExternalLink {
  /** As it will be opened, in ASCII. */
  readonly href: string;
  readonly host: string;
  /** The name of the host is written in other letters than it seems (punycode). */
  readonly isDisguised: boolean;
}

const schemes = new Set(["https:", "http:", "mailto:"]);
const maxChars = 4000;

/** Takes a link apart; undefined for anything but a whole https, http or mailto address. */
export function readLink(text: string): ExternalLink | undefined {
  // Invisible and turning characters would show another address than the one that opens.
  if (
    text.length > maxChars ||
    /[\u0000-\u0020\u007f\u00a0\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]/.test(text)
  ) {
    return undefined;
  }
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return undefined; // relative, or no address
  }
  if (!schemes.has(url.protocol)) return undefined;
  const isMail = url.protocol === "mailto:";
  if (!isMail && (url.host === "" || url.username !== "" || url.password !== "")) return undefined;
  const host = isMail ? (url.pathname.split("@").at(-1) ?? "") : url.host;
  return { href: url.href, host, isDisguised: host.split(".").some((label) => label.startsWith("xn--")) };
}
