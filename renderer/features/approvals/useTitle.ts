import { useTranslation } from "react-i18next";
import type { Approval } from "../../../shared/contract/index.ts";
import { subjectOf } from "./subject.ts";

/** What a card asks, in words, and the thing it is about. */
export const useTitle = (
  approval: Approval,
): { readonly words: string; readonly object: string | undefined } => {
  const { t } = useTranslation("approvals");
  const subject = subjectOf(approval);
  switch (subject.kind) {
    case "files": {
      const [first] = subject.files;
      if (subject.files.length > 1 || first === undefined)
        return { words: t("title.files", { count: subject.files.length }), object: undefined };
      return { words: t(first.baseHash === null ? "title.create" : "title.edit"), object: first.path };
    }
    case "command":
      return { words: t("title.command"), object: undefined };
    case "tool":
      return { words: t("title.tool"), object: approval.call.tool };
  }
};
