import { Group, Panel, Separator } from "react-resizable-panels";
import { Fragment, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { savedPaneSize, savePaneSize } from "../paneSizes.ts";
import styles from "./SplitPane.module.css";

export interface Pane {
  readonly id: string;
  readonly content: ReactNode;
  /** Sizes in pixels as `"240px"` or in per cent as `"30%"`. */
  readonly size?: string | undefined;
  readonly minSize?: string | undefined;
  readonly maxSize?: string | undefined;
  /** Keeps its pixels while the window is resized, and is remembered; the one without takes the rest. */
  readonly isFixed?: boolean | undefined;
}

export interface SplitPaneProps {
  /** Name under which the sizes are remembered. */
  readonly id: string;
  readonly panes: readonly Pane[];
  readonly orientation?: "horizontal" | "vertical" | undefined;
}

const FixedPane = ({
  group,
  pane,
  onPixels,
}: {
  readonly group: string;
  readonly pane: Pane;
  readonly onPixels: (pixels: number) => void;
}) => {
  const [size] = useState(() => {
    const saved = savedPaneSize(group, pane.id);
    return saved === undefined ? pane.size : `${saved}px`;
  });
  return (
    <Panel
      id={pane.id}
      className={styles["pane"]}
      defaultSize={size}
      minSize={pane.minSize}
      maxSize={pane.maxSize}
      groupResizeBehavior="preserve-pixel-size"
      onResize={({ inPixels }) => onPixels(inPixels)}
    >
      {pane.content}
    </Panel>
  );
};

/** Panes with movable borders between them; sizes a person gave are remembered. */
export const SplitPane = ({ id, panes, orientation = "horizontal" }: SplitPaneProps) => {
  const { t } = useTranslation("design");
  const pixels = useRef(new Map<string, number>());
  return (
    <Group
      id={id}
      orientation={orientation}
      className={styles["group"]}
      onLayoutChanged={(_, { isUserInteraction }) => {
        if (isUserInteraction) for (const [pane, size] of pixels.current) savePaneSize(id, pane, size);
      }}
    >
      {panes.map((pane, at) => (
        <Fragment key={pane.id}>
          {at > 0 && <Separator className={styles["border"]} aria-label={t("resize")} />}
          {pane.isFixed === true ? (
            <FixedPane group={id} pane={pane} onPixels={(size) => pixels.current.set(pane.id, size)} />
          ) : (
            <Panel id={pane.id} className={styles["pane"]} minSize={pane.minSize}>
              {pane.content}
            </Panel>
          )}
        </Fragment>
      ))}
    </Group>
  );
};
