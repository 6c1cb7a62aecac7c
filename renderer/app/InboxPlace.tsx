import { Inbox } from "../features/approvals/index.ts";
import styles from "./App.module.css";

/** The place Inbox: every call of every session that waits for a person. */
export const InboxPlace = () => (
  <div className={styles["inbox"]}>
    <Inbox />
  </div>
);
