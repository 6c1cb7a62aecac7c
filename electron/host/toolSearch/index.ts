export { offerTools } from "./toolSearch.ts";
