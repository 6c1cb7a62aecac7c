export { ConversationView } from "./ConversationView.tsx";
