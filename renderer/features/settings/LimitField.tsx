import { useState } from "react";
import { useTranslation } from "react-i18next";
import { TextField } from "../../design/index.ts";
import { formatNumber } from "../../format/index.ts";
import { parseLimit } from "./parse.ts";

interface LimitFieldProps {
  readonly label: string;
  readonly unit?: string | undefined;
  readonly value: number | null;
  readonly bounds: Parameters<typeof parseLimit>[1];
  readonly onChange: (value: number | null) => void;
}

const shown = (value: number | null): string =>
  value === null ? "" : String(Math.round(value * 10_000) / 10_000);

/** A number that counts when the field is left or Enter is pressed; what cannot be is said and not sent. */
export const LimitField = ({ label, unit, value, bounds, onChange }: LimitFieldProps) => {
  const { t, i18n } = useTranslation("settings");
  const [typed, setTyped] = useState<string>();
  const parsed = typed === undefined ? undefined : parseLimit(typed, bounds);
  const commit = (): void => {
    if (parsed?.ok !== true) return;
    setTyped(undefined);
    if (parsed.value !== value) onChange(parsed.value);
  };
  const range = t(bounds.mayBeEmpty ? "limits.rangeOrNone" : "limits.range", {
    min: formatNumber(bounds.min, i18n.language, { maximumFractionDigits: 4 }),
    max: formatNumber(bounds.max, i18n.language),
  });
  return (
    <TextField
      label={unit === undefined ? label : t("limits.withUnit", { label, unit })}
      inputMode="decimal"
      value={typed ?? shown(value)}
      placeholder={bounds.mayBeEmpty ? t("limits.none") : undefined}
      error={parsed?.ok === false ? range : undefined}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === "Enter") commit();
        if (event.key === "Escape") setTyped(undefined);
      }}
    />
  );
};
