import { parsedUrl } from "../../format/index.ts";

const external = /^(?:https?|mailto):/i;
const MAX_URL = 4000;

/**
 * The address a link of untrusted text may open in the system's browser, after the confirmation of the main process:
 * https, http and mailto only, `//host` taken as https (SEC-UI-03). `undefined` for everything else: it is shown as text.
 */
export const externalUrl = (url: string | undefined): string | undefined => {
  if (url === undefined || url.length > MAX_URL) return undefined;
  const whole = url.startsWith("//") ? `https:${url}` : url;
  // A parser of URLs drops such characters, so that they could hide the scheme.
  if (!external.test(whole) || /[\u0000-\u0020\u007f]/.test(whole)) return undefined;
  return parsedUrl(whole) !== undefined ? whole : undefined;
};
