import { TriangleAlert } from "lucide-react";
import { useId, type ReactNode } from "react";
import styles from "./Field.module.css";

export interface FieldProps {
  readonly label: string;
  /** Keeps the label for screen readers only. */
  readonly isLabelHidden?: boolean | undefined;
  /** Marks the label; the control itself says it to screen readers. */
  readonly isRequired?: boolean | undefined;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
}

interface FieldFrameProps extends FieldProps {
  readonly children: (ids: { readonly id: string; readonly describedBy: string | undefined }) => ReactNode;
}

/** Label above, hint and error below, tied to the control by id. */
export const FieldFrame = ({
  label,
  isLabelHidden = false,
  isRequired = false,
  hint,
  error,
  children,
}: FieldFrameProps) => {
  const id = useId();
  const isDescribed = hint !== undefined || error !== undefined;
  return (
    <div className={styles["field"]}>
      <label htmlFor={id} className={isLabelHidden ? "visually-hidden" : styles["label"]}>
        {label}
        {isRequired && (
          <span aria-hidden className={styles["required"]}>
            *
          </span>
        )}
      </label>
      {children({ id, describedBy: isDescribed ? `${id}-more` : undefined })}
      {isDescribed && (
        <div id={`${id}-more`} className={styles["more"]}>
          {error !== undefined && (
            <span className={styles["error"]} role="alert">
              <TriangleAlert size={14} aria-hidden />
              {error}
            </span>
          )}
          {hint !== undefined && <span>{hint}</span>}
        </div>
      )}
    </div>
  );
};
