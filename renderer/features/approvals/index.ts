export { ApprovalStack } from "./ApprovalStack.tsx";
export { Inbox } from "./Inbox.tsx";
export { useApprovalsFollowed, useCardCount, useWaitingCount } from "./open.ts";
