import { LoaderCircle } from "lucide-react";
import { cx } from "../cx.ts";
import styles from "./Spinner.module.css";

/** Turns while work goes on; decorative, the words beside it say what. */
export const Spinner = ({
  size = 16,
  className,
}: {
  readonly size?: number;
  readonly className?: string | undefined;
}) => <LoaderCircle size={size} aria-hidden className={cx(styles["spinner"], className)} />;
