import { useTranslation } from "react-i18next";
import { KeyList } from "../palette/index.ts";
import styles from "./Settings.module.css";

/** All keys, as `?` shows them. */
export const KeysSection = () => {
  const { t } = useTranslation("settings");
  return (
    <section className={styles["section"]}>
      <h2>{t("keys.title")}</h2>
      <KeyList />
    </section>
  );
};
