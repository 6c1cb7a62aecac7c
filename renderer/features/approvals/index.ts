export { ApprovalStack } from "./ApprovalStack.tsx";
export { Inbox } from "./Inbox.tsx";
export { useCardCount, useWaitingCount } from "./open.ts";
