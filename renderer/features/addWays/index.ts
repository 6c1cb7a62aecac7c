/** Which way of adding a server is open: known apart from the dialogs, so that the servers page can offer the ways. */
export {
  type Proposal,
  type Way,
  backFromConsent,
  closeWays,
  openWay,
  propose,
  searchRegistry,
  takeInstallLink,
  useAddServers,
} from "./addWays.ts";
export { WaysBar } from "./WaysBar.tsx";
