import type { JsonObject, OAuthSettings } from "../../shared/contract/index.ts";

/** What the suite tells a client about a scenario; each has only what it needs. */
export interface Context {
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly private_key_pem?: string;
  readonly signing_algorithm?: string;
  readonly idp_client_id?: string;
  readonly idp_id_token?: string;
  readonly idp_token_endpoint?: string;
  readonly valid_jwt?: string;
  readonly name?: string;
  /** Calls that the scenario wants to see. */
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: JsonObject }[];
}

/** The document that describes this client, where servers take one; the suite demands this very address. */
const clientMetadataUrl = "https://conformance-test.local/client-metadata.json";

const given = <K extends string>(name: K, value: string | undefined): { [P in K]?: string } =>
  (value === undefined ? {} : { [name]: value }) as { [P in K]?: string };

/** The settings a person would have made, from what the suite gives: one table, no scenario's name in it but credentials'. */
export const oauthOf = (context: Context): OAuthSettings => {
  const client = given("clientId", context.client_id);
  const secrets = {
    ...given("clientSecret", context.client_secret),
    ...given("privateKeyPem", context.private_key_pem),
    ...given("assertion", context.valid_jwt),
    ...given("idpToken", context.idp_id_token),
  };
  const { idp_client_id: idpClient, idp_token_endpoint: tokenEndpoint } = context;
  if (idpClient !== undefined && tokenEndpoint !== undefined)
    return { grant: "enterprise", ...client, secrets, idp: { clientId: idpClient, tokenEndpoint } };
  if (context.valid_jwt !== undefined) return { grant: "jwt_bearer", ...client, secrets };
  if (context.private_key_pem !== undefined)
    return { grant: "private_key_jwt", ...client, secrets, ...given("algorithm", context.signing_algorithm) };
  if (context.name?.includes("client-credentials") === true)
    return { grant: "client_credentials", ...client, secrets };
  return { grant: "authorization_code", clientMetadataUrl, ...client, secrets };
};
