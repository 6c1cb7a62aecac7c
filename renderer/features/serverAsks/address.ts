import { parsedUrl } from "../../format/index.ts";

/** An address in the parts a person must be able to tell apart: what stands before the host, the host, the rest. */
export interface AddressParts {
  readonly before: string;
  readonly host: string;
  readonly after: string;
  /** The host as the system will look it up, where that differs from what is written; letters of other scripts show up here. */
  readonly realHost?: string;
}

/** Takes an address apart without changing a character of it. */
export const addressParts = (url: string): AddressParts => {
  const [, before = "", host = "", after = url] =
    /^([a-z][a-z0-9+.-]*:\/\/)([^/?#\\]*)([\s\S]*)$/iu.exec(url) ?? [];
  const real = parsedUrl(url)?.host ?? "";
  const isSame = real === "" || real === host.toLowerCase() || host.toLowerCase().startsWith(`${real}:`);
  return { before, host, after, ...(isSame ? {} : { realHost: real }) };
};

/** The rights (OAuth scopes) that a sign-in page will be asked for; empty where its address names none. */
export const rightsIn = (url: string): string[] => {
  const scope = parsedUrl(url)?.searchParams.get("scope") ?? "";
  return [...new Set(scope.split(" ").filter((one) => one !== ""))];
};
