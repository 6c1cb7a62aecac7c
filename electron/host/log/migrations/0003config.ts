/**
 * The host's own settings as JSON by name: models, servers, workspaces. The index holds a second copy of every value in pages
 * of its own, so that one broken page loses none of them.
 */
export const config = `
CREATE TABLE config (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  changedAt INTEGER NOT NULL
) STRICT;
CREATE INDEX config_copy ON config (name, value);
`;
