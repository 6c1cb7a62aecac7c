export { createAgent, type Agent } from "./agent.ts";
