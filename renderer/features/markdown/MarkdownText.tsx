import { Fragment, memo, useState } from "react";
import { useTranslation } from "react-i18next";
import { revealHidden } from "../reveal/index.ts";
import { HiddenMark } from "../reveal/index.ts";
import { components } from "./components.tsx";
import styles from "./markdown.module.css";
import { createMarkdownStream } from "./stream.ts";

/** Longest plain text that is put on the page at once, in characters. */
const MAX_PLAIN = 200_000;

const PlainText = ({ text }: { readonly text: string }) => {
  const { t } = useTranslation("conversation");
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? text : text.slice(0, MAX_PLAIN);
  return (
    <>
      <p className={styles["note"]}>{t("markdown.plain")}</p>
      <pre className={styles["plain"]} tabIndex={0} role="region" aria-label={t("markdown.plain")}>
        {revealHidden(shown).map((piece, at) =>
          piece.kind === "text" ? (
            piece.text
          ) : (
            <HiddenMark key={at} kind={piece.kind} label={piece.label} count={piece.count} />
          ),
        )}
      </pre>
      {shown.length < text.length && (
        <button type="button" className={styles["more"]} onClick={() => setWhole(true)}>
          {t("markdown.showAll", { count: text.length })}
        </button>
      )}
    </>
  );
};

/**
 * A message in Markdown, whole or still streaming: give it the text so far. Closed blocks are rendered once. No raw HTML,
 * nothing is loaded, links open outside after a confirmation.
 */
export const MarkdownText = memo(({ text }: { readonly text: string }) => {
  const [stream] = useState(() => createMarkdownStream(components));
  const rendered = stream.update(text);
  return (
    <div className={styles["markdown"]}>
      {rendered.kind === "plain" ? (
        <PlainText text={rendered.text} />
      ) : (
        rendered.pieces.map((piece) => (
          <Fragment key={piece.key}>
            {piece.gap ? "\n" : null}
            {piece.element}
          </Fragment>
        ))
      )}
    </div>
  );
});
MarkdownText.displayName = "MarkdownText";
