export { channelCarrier, type ChannelEnd } from "./channel.ts";
export { createDispatch, type Dispatch } from "./dispatch.ts";
export { stdioCarrier } from "./stdio.ts";
export type { Carrier } from "./types.ts";
