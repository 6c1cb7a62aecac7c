import { readFileSync } from "node:fs";
import path from "node:path";
import i18next from "i18next";
import { failureIn } from "../../../renderer/format/failureText.ts";
import type { Failure } from "../../../shared/contract/index.ts";

const file = path.resolve(import.meta.dirname, "../../../renderer/i18n/zh-CN/errors.json");

/** Makes the window's own way of saying a failure in Chinese. */
export const chineseFailures = async (): Promise<(failure: Failure) => string> => {
  const texts = i18next.createInstance();
  await texts.init({
    lng: "zh-CN",
    fallbackLng: false,
    interpolation: { escapeValue: false },
    resources: { "zh-CN": { errors: JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown> } },
  });
  return (failure) =>
    failureIn("zh-CN", failure, (key, params) => (texts.exists(key) ? texts.t(key, params) : undefined));
};
