const folders = new Set([".ssh", ".gnupg", ".aws", ".kube", ".azure"]);
const files = new Set(
  ".npmrc .pypirc .netrc .envrc .git-credentials credentials id_rsa id_ed25519 id_ecdsa id_dsa".split(" "),
);

/**
 * True for a file whose content is likely a secret. A diff of many files leaves it out; asked for by its own path it is
 * shown, and the host, which knows the same names, asks a person first (security §4.1).
 * @param path with `/`
 */
export function mayHoldSecrets(path: string): boolean {
  const parts = path.toLowerCase().split("/");
  const name = parts.at(-1) ?? "";
  if (parts.some((part) => folders.has(part)) || files.has(name)) return true;
  if (/\.(?:pem|p12|pfx|keystore|jks)$/.test(name)) return true;
  return /^\.env(?:$|[.-])/.test(name) && !/\.(?:example|sample|template|dist)$/.test(name);
}
