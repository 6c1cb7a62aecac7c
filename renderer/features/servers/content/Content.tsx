import { FileBox, Link2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { CodeText } from "../../../design/index.ts";
import { formatBytes } from "../../../format/index.ts";
import { revealAsText } from "../../reveal/index.ts";
import { BoundedCode, BoundedJson } from "../../timeline/index.ts";
import { bytesOf, type Shown } from "./blocks.ts";
import styles from "./content.module.css";
import { pictureOf } from "./picture.ts";

const Data = ({ data, mimeType }: Extract<Shown, { kind: "data" }>) => {
  const { t, i18n } = useTranslation("servers");
  const picture = pictureOf(mimeType, data);
  const facts = t("content.data", {
    type: revealAsText(mimeType),
    size: formatBytes(bytesOf(data), i18n.language),
  });
  if (picture === undefined)
    return (
      <p className={styles["fact"]}>
        <FileBox size={14} aria-hidden />
        {facts}
      </p>
    );
  return (
    <figure className={styles["picture"]}>
      <img src={picture.url} alt={facts} width={picture.width} height={picture.height} />
      <figcaption>
        {facts} · {picture.width} × {picture.height}
      </figcaption>
    </figure>
  );
};

const One = ({ item }: { readonly item: Shown }) => {
  const { t } = useTranslation("servers");
  switch (item.kind) {
    case "text":
      return <BoundedCode text={item.text} label={t("content.text")} />;
    case "data":
      return <Data {...item} />;
    case "link":
      return (
        <p className={styles["fact"]}>
          <Link2 size={14} aria-hidden />
          {revealAsText(item.name)}
          <CodeText text={item.uri} />
        </p>
      );
    case "other":
      return (
        <>
          <p className={styles["fact"]}>{t("content.other", { type: revealAsText(item.type) })}</p>
          <BoundedJson value={item.value} label={t("content.other", { type: revealAsText(item.type) })} />
        </>
      );
  }
};

/** What a server gave, piece by piece: text as plain text, pictures as pictures, other data by kind and size. Nothing in it acts. */
export const Content = ({ items }: { readonly items: readonly Shown[] }) => {
  const { t } = useTranslation("servers");
  if (items.length === 0) return <p className={styles["fact"]}>{t("content.none")}</p>;
  return (
    <div className={styles["content"]}>
      {items.map((item, at) => (
        <One key={at} item={item} />
      ))}
    </div>
  );
};
