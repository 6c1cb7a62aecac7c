import { useTranslation } from "react-i18next";
import { Revealed } from "../reveal/index.ts";
import styles from "./card.module.css";
import type { Effect } from "./effect.ts";

/** Stand in the text where the paths go: no path and no catalogue holds these characters. */
const PATH = "\u0001";
const TO = "\u0002";
const marks = new RegExp(`([${PATH}${TO}])`);

/** One sentence on what will happen with which paths, one on the way back. */
export const EffectText = ({ effect }: { readonly effect: Effect }) => {
  const { t } = useTranslation("approvals");
  const pieces = t(`effect.${effect.key}`, { path: PATH, to: TO }).split(marks);
  return (
    <p className={styles["effect"]} data-effect={effect.key}>
      {pieces.map((piece, at) =>
        piece === PATH || piece === TO ? (
          <code key={at}>
            <Revealed text={piece === PATH ? effect.path : effect.to} isStrict />
          </code>
        ) : (
          piece
        ),
      )}
    </p>
  );
};
