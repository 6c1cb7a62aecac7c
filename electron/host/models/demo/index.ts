export { DemoModel } from "./demoModel.ts";
