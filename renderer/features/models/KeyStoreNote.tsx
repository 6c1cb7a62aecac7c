import { KeyRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useHost } from "../host/index.ts";
import styles from "./Models.module.css";

/** An honest word where the system has no key store: keys then last for this run only (MODEL-02). */
export const KeyStoreNote = () => {
  const { t } = useTranslation("models");
  const keyStore = useHost((view) => view.app?.keyStore);
  if (keyStore !== "memory") return null;
  return (
    <div className={styles["note"]} role="note">
      <KeyRound size={16} aria-hidden />
      <p>{t("memoryOnly")}</p>
    </div>
  );
};
