export { createRunning, type Running } from "./running.ts";
