export { createCatalog, unknownModel, type Catalog } from "./catalog.ts";
