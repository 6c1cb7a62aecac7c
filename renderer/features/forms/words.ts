import { useTranslation } from "react-i18next";
import { revealAsText } from "../reveal/index.ts";
import type { Problem } from "./checks.ts";

/** Longest text of a schema that is shown beside a field, in characters. */
const MAX_LABEL = 200;
const MAX_DESCRIPTION = 2000;

const clipped = (text: string, max: number): string => {
  const chars = [...text];
  return chars.length <= max ? text : `${chars.slice(0, max - 1).join("")}…`;
};

/** A label that somebody else wrote, on one line, hidden characters written out. */
export const labelText = (text: string): string => revealAsText(clipped(text, MAX_LABEL));

/** A longer text that somebody else wrote. */
export const aboutText = (text: string): string => revealAsText(clipped(text, MAX_DESCRIPTION));

/** Puts a problem of a field in words. */
export const useProblemText = (): ((problem: Problem | undefined) => string | undefined) => {
  const { t } = useTranslation("forms");
  return (problem) =>
    problem === undefined ? undefined : t(`problem.${problem.key}`, { ...problem.params });
};
