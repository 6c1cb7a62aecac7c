export { createCatalog, type Catalog } from "./catalog.ts";
