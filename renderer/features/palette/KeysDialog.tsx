import { useTranslation } from "react-i18next";
import { Dialog } from "../../design/index.ts";
import { KeyList } from "./KeyList.tsx";
import { closePalette } from "./palette.ts";

/** All keys on one page, by `?`. */
export const KeysDialog = () => {
  const { t } = useTranslation("palette");
  return (
    <Dialog isOpen size="large" onClose={closePalette} title={t("keysTitle")} description={t("keysText")}>
      <KeyList />
    </Dialog>
  );
};
