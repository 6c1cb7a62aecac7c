export { installBundle, readBundle, removeBundle, type Bundles } from "./bundles.ts";
