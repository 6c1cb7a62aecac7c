import { Fragment } from "react";
import { CodeText } from "../../design/index.ts";
import { HiddenMark } from "../reveal/index.ts";
import { exactPieces } from "./exact.ts";
import styles from "./Servers.module.css";

/** A text from outside before it counts, in full: nothing in it is unseen, nothing in it moves what stands beside it. */
export const ExactText = ({ text }: { readonly text: string }) => (
  <span className={styles["exact"]}>
    {exactPieces(text).map((piece, at) => {
      switch (piece.kind) {
        case "text":
          return <CodeText key={at} text={piece.text} />;
        case "newLine":
          return (
            <Fragment key={at}>
              <HiddenMark kind="breaks" label="" />
              <br />
            </Fragment>
          );
        default:
          return <HiddenMark key={at} kind={piece.kind} label={piece.label} count={piece.count} />;
      }
    })}
  </span>
);
