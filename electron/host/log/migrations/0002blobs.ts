/** Large bodies by the SHA-256 of their JSON, compressed. What is larger still lies as a file under `blobs/`. */
export const blobs = `
CREATE TABLE blobs (
  hash TEXT PRIMARY KEY,
  bytes INTEGER NOT NULL,
  data BLOB NOT NULL
) STRICT;
`;
