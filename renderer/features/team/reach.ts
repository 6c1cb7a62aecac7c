/** From where an address can be reached: this computer, the networks it is in, or what that one address is in. */
type Reach = "here" | "everywhere" | "network";

/** Says who can reach a server that listens at this address (without port). */
export const reachOf = (host: string): Reach => {
  const bare = host.trim().toLowerCase();
  if (bare === "localhost" || bare === "::1" || /^127(\.\d{1,3}){3}$/.test(bare)) return "here";
  return bare === "0.0.0.0" || bare === "::" ? "everywhere" : "network";
};

/** What clients are given for a project of a server. */
export const projectUrl = (url: string, project: string): string => `${url}/projects/${project}/mcp`;
