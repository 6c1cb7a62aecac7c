import i18next from "i18next";
import { Component, type ErrorInfo, type ReactNode } from "react";
import { Button, ErrorState } from "../design/index.ts";
import type { Place } from "../navigation/index.ts";

interface PlaceBoundaryProps {
  readonly place: Place | "inspector" | "list";
  readonly children: ReactNode;
}

/** Keeps a fault of one place from taking the window down: says so there, and draws the place anew on demand. */
export class PlaceBoundary extends Component<PlaceBoundaryProps, { readonly error: Error | undefined }> {
  override state: { readonly error: Error | undefined } = { error: undefined };

  static getDerivedStateFromError(error: unknown): { readonly error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error(`the place ${this.props.place} failed`, error, info.componentStack);
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <ErrorState
        title={i18next.t("frame:boundary.title")}
        failure={{
          code: "internal",
          key: "pageFault",
          message:
            "This part of the window hit an error of Loopwright's own. Draw it again; nothing in the log was lost.",
          detail: error.stack ?? error.message,
        }}
        action={
          <Button onClick={() => this.setState({ error: undefined })}>
            {i18next.t("frame:boundary.again")}
          </Button>
        }
      />
    );
  }
}
