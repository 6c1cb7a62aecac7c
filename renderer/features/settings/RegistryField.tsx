import { useState } from "react";
import { useTranslation } from "react-i18next";
import { TextField } from "../../design/index.ts";
import { parsedUrl } from "../../format/index.ts";

interface RegistryFieldProps {
  readonly value: string;
  readonly onChange: (url: string) => void;
}

const isAddress = (text: string): boolean => /^https?:\/\/[^/]/iu.test(text) && parsedUrl(text) !== undefined;

/** The registry that is searched for servers. Counts when the field is left, if it is an address. */
export const RegistryField = ({ value, onChange }: RegistryFieldProps) => {
  const { t } = useTranslation("settings");
  const [typed, setTyped] = useState<string>();
  const text = typed ?? value;
  return (
    <TextField
      label={t("registry.url")}
      hint={t("registry.hint")}
      error={isAddress(text.trim()) ? undefined : t("registry.bad")}
      isMono
      value={text}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => {
        if (typed === undefined || !isAddress(typed.trim())) return;
        onChange(typed.trim());
        setTyped(undefined);
      }}
    />
  );
};
