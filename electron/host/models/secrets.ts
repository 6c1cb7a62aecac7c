/**
 * Takes secrets out of text that a server sent: the key itself where a server echoes it, anything after `Bearer`, and
 * words that look like a provider's key (MODEL-02).
 */
export function maskSecrets(text: string, apiKey: string | null): string {
  const withoutKey = apiKey !== null && apiKey.length >= 4 ? text.replaceAll(apiKey, "•••") : text;
  return withoutKey
    .replace(/\bBearer\s+[^\s"',;]{4,}/gi, "Bearer •••")
    .replace(/\b(?:sk|pk|rk|gsk|xai)-[A-Za-z0-9_-]{12,}/g, "•••");
}
