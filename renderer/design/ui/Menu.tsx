import { Check } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import { Fragment, type ReactElement, type ReactNode } from "react";
import { cx } from "../cx.ts";
import { Kbd } from "./Kbd.tsx";
import styles from "./Menu.module.css";

export interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly detail?: string | undefined;
  readonly keys?: string | undefined;
  readonly isDanger?: boolean | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly isChecked?: boolean | undefined;
  readonly onSelect: () => void;
}

export interface MenuProps {
  /** The button that opens it; takes a ref. */
  readonly trigger: ReactElement;
  /** Groups, with a line between them. */
  readonly groups: readonly (readonly MenuItem[])[];
  readonly title?: string | undefined;
  readonly align?: "start" | "center" | "end" | undefined;
}

/** A list of actions behind a button. */
export const Menu = ({ trigger, groups, title, align = "start" }: MenuProps) => (
  <Radix.Root>
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content className={styles["menu"]} align={align} sideOffset={4} collisionPadding={8}>
        {title !== undefined && <Radix.Label className={styles["title"]}>{title}</Radix.Label>}
        {groups
          .filter((group) => group.length > 0)
          .map((group, at) => (
            <Fragment key={group[0]?.id ?? at}>
              {at > 0 && <Radix.Separator className={styles["line"]} />}
              {group.map((item) => (
                <Radix.Item
                  key={item.id}
                  className={cx(styles["item"], item.isDanger === true && styles["danger"])}
                  disabled={item.isDisabled === true}
                  onSelect={item.onSelect}
                >
                  <span className={styles["icon"]}>
                    {item.isChecked === true ? <Check size={14} aria-hidden /> : item.icon}
                  </span>
                  <span className={styles["label"]}>
                    {item.label}
                    {item.detail !== undefined && <span className={styles["detail"]}>{item.detail}</span>}
                  </span>
                  {item.keys !== undefined && <Kbd keys={item.keys} />}
                </Radix.Item>
              ))}
            </Fragment>
          ))}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);
