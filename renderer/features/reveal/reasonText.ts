/** Looks a text up in the catalogues; what i18next gives, without its types. */
type Translate = (key: never, options: never) => unknown;

/**
 * A reason of the policy in the person's language. The host writes `code` or `code: detail`; a reason the catalogue does
 * not know is shown as the host wrote it.
 */
export const reasonText = (reason: string, t: Translate): string => {
  const [, code = "", detail = ""] = /^([A-Za-z][A-Za-z0-9]*)(?::\s*([\s\S]*))?$/.exec(reason) ?? [];
  const translate = t as unknown as (key: string, options: Record<string, string>) => string;
  return code === "" ? reason : translate(`approvals:reason.${code}`, { detail, defaultValue: reason });
};
