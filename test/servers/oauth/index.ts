export { READ, startOAuthMcpServer, WRITE, type OAuthMcpServer } from "./server.ts";
