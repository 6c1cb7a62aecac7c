export { createHttpServer, listen } from "./listen.ts";
export { createRoutes } from "./routes.ts";
