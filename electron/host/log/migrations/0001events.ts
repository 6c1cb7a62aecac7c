/**
 * Sessions and events. `sessions` caches where each chain stood when it was last noted down (a cut tail shows against it) and
 * the current title; the truth is in `events`, whose rows the triggers keep from being changed by accident. `body` is canonical
 * JSON, or the preview of a body that lies in the blob `blob`; `repaired` marks text that could not be stored as it came.
 */
export const events = `
CREATE TABLE sessions (
  no INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  headSeq INTEGER NOT NULL,
  headHash TEXT NOT NULL,
  headId INTEGER NOT NULL
) STRICT;
CREATE TABLE events (
  id INTEGER PRIMARY KEY,
  session INTEGER NOT NULL REFERENCES sessions (no),
  seq INTEGER NOT NULL,
  at INTEGER NOT NULL,
  type TEXT NOT NULL,
  body TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  blob TEXT,
  repaired INTEGER NOT NULL,
  hash TEXT NOT NULL,
  UNIQUE (session, seq)
) STRICT;
CREATE TRIGGER events_are_never_changed BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'the event log is append-only'); END;
CREATE TRIGGER events_are_never_removed BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'the event log is append-only'); END;
`;
