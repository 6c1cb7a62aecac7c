import type { OptionField } from "../../../shared/contract/index.ts";
import { isEntry, textIn, type Entry } from "./entry.ts";

const choicesOf = (input: Entry): string[] =>
  (Array.isArray(input["options"]) ? (input["options"] as unknown[]) : []).flatMap((option) => {
    const value = isEntry(option) ? option["value"] : option;
    return typeof value === "string" ? [value] : [];
  });

const fieldOf = (id: string, input: Entry): OptionField => {
  const choices = choicesOf(input).slice(0, 100);
  const preset = textIn(input["default"]);
  return {
    key: id,
    label: textIn(input["description"]) ?? id,
    kind: "string",
    isRequired: false,
    isSecret: input["password"] === true,
    isMultiple: false,
    ...(preset === undefined ? {} : { preset }),
    ...(choices.length > 0 ? { choices } : {}),
  };
};

/** What VS Code asks for before a start, by id; what a program of its own answers there is left out. */
export const inputsOf = (root: unknown): ReadonlyMap<string, OptionField> =>
  new Map(
    (isEntry(root) && Array.isArray(root["inputs"]) ? root["inputs"].filter(isEntry) : []).flatMap(
      (input) => {
        const id = textIn(input["id"]);
        const isAsked = ["promptString", "pickString"].includes(textIn(input["type"]) ?? "promptString");
        return id === undefined || id === "" || id.length > 300 || !isAsked
          ? []
          : [[id, fieldOf(id, input)] as const];
      },
    ),
  );
