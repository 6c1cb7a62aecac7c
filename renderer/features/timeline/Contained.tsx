import { Component, type ReactNode } from "react";

interface ContainedProps {
  /** What to show instead; the rest of the page is not touched (UI-06). */
  readonly fallback: (error: unknown) => ReactNode;
  readonly children: ReactNode;
}

/** Keeps a fault of one odd record inside its place. Give it a `key` of the record, so that the next one starts clean. */
export class Contained extends Component<
  ContainedProps,
  { readonly error: unknown; readonly hasFailed: boolean }
> {
  override state = { error: undefined as unknown, hasFailed: false };

  static getDerivedStateFromError(error: unknown): { error: unknown; hasFailed: boolean } {
    return { error, hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback(this.state.error) : this.props.children;
  }
}
