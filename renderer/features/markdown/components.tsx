import { ImageOff } from "lucide-react";
import { isValidElement, type ReactNode } from "react";
import type { Components } from "react-markdown";
import { useTranslation } from "react-i18next";
import { bridge } from "../../bridge/index.ts";
import { HiddenMark, revealAsText, Revealed, type HiddenKind } from "../reveal/index.ts";
import { CodeBlock } from "./CodeBlock.tsx";
import { dataImageSize } from "./images.ts";
import { externalUrl } from "./links.ts";
import styles from "./markdown.module.css";

const openExternal = (url: string): void => {
  bridge
    .request("app.openExternal", { url })
    .catch((cause: unknown) => console.error("opening a link failed", cause));
};

/** A link of untrusted text: opens outside after a confirmation, or is plain text where its scheme is not allowed. */
const Link = ({ href, children }: { readonly href?: string | undefined; readonly children?: ReactNode }) => {
  const url = externalUrl(href);
  if (url === undefined)
    return href?.startsWith("#") === true ? (
      <span>{children}</span>
    ) : (
      <span title={revealAsText(href ?? "")}>{children}</span>
    );
  return (
    <a
      className={styles["link"]}
      href={url}
      title={revealAsText(url)}
      rel="noreferrer"
      onClick={(event) => {
        event.preventDefault();
        openExternal(url);
      }}
      onAuxClick={(event) => event.preventDefault()}
    >
      {children}
    </a>
  );
};

/** A picture is never fetched: its description and address are shown, and a click opens it outside (SEC-UI-02). */
const Image = ({ src, alt }: { readonly src?: string | undefined; readonly alt?: string | undefined }) => {
  const { t } = useTranslation("conversation");
  const size = src === undefined ? undefined : dataImageSize(src);
  if (src !== undefined && size !== undefined)
    return (
      <img className={styles["image"]} src={src} alt={alt ?? ""} width={size.width} height={size.height} />
    );
  const url = externalUrl(src);
  const shown = src?.startsWith("data:") === true ? "" : (src ?? "");
  const name = alt === undefined || alt === "" ? t("image.unnamed") : alt;
  return (
    <span className={styles["imageOff"]} title={t("image.why")}>
      <ImageOff size={14} aria-hidden />
      <Revealed text={name} />
      {shown !== "" && (
        <Link href={url}>{<span className={styles["imageUrl"]}>{revealAsText(shown)}</span>}</Link>
      )}
    </span>
  );
};

const textOf = (children: ReactNode): string =>
  typeof children === "string" ? children : Array.isArray(children) ? children.map(textOf).join("") : "";

const Pre = ({ children }: { readonly children?: ReactNode }) => {
  const props = isValidElement<{ className?: string; children?: ReactNode }>(children) ? children.props : {};
  const language = /language-(\S+)/.exec(props.className ?? "")?.[1] ?? "";
  return <CodeBlock code={textOf(props.children).replace(/\n$/, "")} language={language} />;
};

const Table = ({ children }: { readonly children?: ReactNode }) => {
  const { t } = useTranslation("conversation");
  return (
    <div className={styles["table"]} tabIndex={0} role="region" aria-label={t("code.table")}>
      <table>{children}</table>
    </div>
  );
};

const Mark = (props: { readonly children?: ReactNode; readonly "data-kind"?: string }) => (
  <HiddenMark kind={(props["data-kind"] ?? "control") as HiddenKind} label={textOf(props.children)} />
);

/** How the elements of a message look. Headings start below those of the page. */
export const components: Components = {
  a: ({ href, children }) => <Link href={href}>{children}</Link>,
  img: ({ src, alt }) => <Image src={typeof src === "string" ? src : undefined} alt={alt} />,
  pre: ({ children }) => <Pre>{children}</Pre>,
  code: ({ children }) => (
    <code className={styles["inline"]}>
      <Revealed text={textOf(children)} />
    </code>
  ),
  table: ({ children }) => <Table>{children}</Table>,
  h1: ({ children }) => <h3 className={styles["h1"]}>{children}</h3>,
  h2: ({ children }) => <h4 className={styles["h2"]}>{children}</h4>,
  h3: ({ children }) => <h5 className={styles["h3"]}>{children}</h5>,
  h4: ({ children }) => <h6 className={styles["h3"]}>{children}</h6>,
  h5: ({ children }) => <h6 className={styles["h3"]}>{children}</h6>,
  h6: ({ children }) => <h6 className={styles["h3"]}>{children}</h6>,
  mark: (props) => <Mark {...props} />,
  input: ({ checked }) => <input type="checkbox" checked={checked === true} readOnly disabled aria-hidden />,
};
