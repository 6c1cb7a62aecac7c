import type { ReactNode } from "react";
import type { Failure } from "../../../shared/contract/index.ts";
import { Button } from "./Button.tsx";
import { EmptyState } from "./EmptyState.tsx";
import { ErrorState } from "./ErrorState.tsx";
import { Skeleton } from "./Skeleton.tsx";

interface ListStateProps {
  readonly list: {
    readonly status: "loading" | "ready" | "failed";
    readonly items: readonly unknown[];
    readonly error: Failure | undefined;
  };
  /** The words for a list that could not be read, and how it is read again. */
  readonly failed: { readonly title: string; readonly retry: string; readonly onRetry: () => void };
  /** What stands there while there is nothing. */
  readonly empty: {
    readonly icon: ReactNode;
    readonly title: string;
    readonly text: string;
    readonly action: ReactNode;
  };
}

/** What a list is beside its items: failed (above what it held last), loading, or empty. */
export const ListState = ({ list: { status, items, error }, failed, empty }: ListStateProps) => (
  <>
    {error !== undefined && (
      <ErrorState
        layout={items.length > 0 ? "inline" : "page"}
        title={failed.title}
        failure={error}
        action={<Button onClick={failed.onRetry}>{failed.retry}</Button>}
      />
    )}
    {status === "loading" && <Skeleton rows={4} />}
    {status === "ready" && items.length === 0 && <EmptyState {...empty} />}
  </>
);
