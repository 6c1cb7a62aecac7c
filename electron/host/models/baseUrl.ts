import { fail, ok, type Result } from "../../../shared/contract/index.ts";

const refuse = (given: string, why: string, next: string) =>
  fail("invalidInput", `The address ${JSON.stringify(given)} cannot be used: ${why}. ${next}`, {
    key: "modelBadUrl",
    params: { baseUrl: given, cause: why },
  });

const example = "Give the address of the API, for example http://127.0.0.1:11434/v1.";

/**
 * Checks a model's base address and brings it into one form: no slash at the end, no `/chat/completions`. Plain http is
 * allowed, local servers speak nothing else; a name or password inside the address is not, it would be shown and logged.
 */
export function readBaseUrl(given: string): Result<string> {
  const trimmed = given.trim();
  if (trimmed === "") return refuse(given, "it is empty", example);
  if (!URL.canParse(trimmed)) return refuse(given, "it is no web address", example);
  const url = new URL(trimmed);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return refuse(given, `${url.protocol} is not http: or https:`, example);
  }
  if (url.username !== "" || url.password !== "") {
    const shown = `${url.protocol}//•••@${url.host}${url.pathname}`;
    return refuse(shown, "it carries a name or password", "Put the key into the key field instead.");
  }
  if (url.search !== "" || url.hash !== "") {
    return refuse(
      `${url.origin}${url.pathname}`,
      "it goes on after the path (? or #)",
      "Leave that part out.",
    );
  }
  const path = url.pathname.replace(/\/+$/, "").replace(/\/chat\/completions$/, "");
  return ok(`${url.origin}${path}`);
}
