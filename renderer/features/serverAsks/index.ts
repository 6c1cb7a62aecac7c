export { useAskCount } from "./asks.ts";
export { ServerAskList } from "./ServerAskList.tsx";
