export { installBundle, readBundle, removeBundle, removeUnused, type Bundles } from "./bundles.ts";
