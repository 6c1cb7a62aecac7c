import { rmSync } from "node:fs";
import { openForWriting, type WriteDb } from "../handles.ts";

/** Raised when the shape of the index or the text that goes into it changes: then it is built anew. */
const INDEX_VERSION = 1;

/**
 * `facets`: what filters ask for, one narrow row per event. `calls`: lets later events of a call carry its tool and severity.
 * `trigrams` and `pieces`: contentless, without positions; the log itself has the text. `names`: a copy of session ids for
 * when the log is damaged. `progress`: how far the index is, and the hash there, to notice a log that is another one.
 */
const SCHEMA = `
CREATE TABLE facets (
  id INTEGER PRIMARY KEY, session INTEGER NOT NULL, type TEXT NOT NULL, at INTEGER NOT NULL,
  tool TEXT, modelTool TEXT, severity TEXT
) STRICT;
CREATE INDEX facets_session ON facets (session, id);
CREATE INDEX facets_type ON facets (type, id);
CREATE INDEX facets_tool ON facets (tool, id) WHERE tool IS NOT NULL;
CREATE INDEX facets_modelTool ON facets (modelTool, id) WHERE modelTool IS NOT NULL;
CREATE INDEX facets_severity ON facets (severity, id) WHERE severity IS NOT NULL;
CREATE TABLE calls (id TEXT PRIMARY KEY, proposed INTEGER NOT NULL, tool TEXT NOT NULL, modelTool TEXT NOT NULL, severity TEXT) STRICT, WITHOUT ROWID;
CREATE TABLE names (no INTEGER PRIMARY KEY, id TEXT NOT NULL) STRICT;
CREATE TABLE progress (one INTEGER PRIMARY KEY CHECK (one = 1), lastId INTEGER NOT NULL, hash TEXT NOT NULL) STRICT;
INSERT INTO progress VALUES (1, 0, '');
CREATE VIRTUAL TABLE trigrams USING fts5 (text, content = '', detail = none, tokenize = 'trigram case_sensitive 1');
CREATE VIRTUAL TABLE pieces USING fts5 (text, content = '', detail = none, tokenize = 'ascii');
`;

const remove = (file: string): void =>
  ["", "-wal", "-shm"].forEach((part) => rmSync(file + part, { force: true }));

const open = (file: string): WriteDb => {
  const db = openForWriting(file, 1000);
  try {
    // A checkpoint in here holds nobody up: this is the worker.
    db.pragma("wal_autocheckpoint = 1000");
    const version = db.pragma("user_version", { simple: true }) as number;
    if (version === INDEX_VERSION) return db;
    if (version !== 0) throw new Error(`the index has format ${version}`);
    db.transaction(() => {
      db.exec(SCHEMA);
      db.pragma(`user_version = ${INDEX_VERSION}`);
    }).immediate();
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
};

/** Opens the index, which is derived from the log alone: one that is broken or of another version is removed and starts empty. */
export const openIndex = (file: string): WriteDb => {
  try {
    return open(file);
  } catch {
    // Whatever was wrong with it, it can be built from the log; a second failure is the caller's.
    remove(file);
    return open(file);
  }
};

/** Closes and removes the index and opens an empty one. */
export const resetIndex = (db: WriteDb, file: string): WriteDb => {
  db.close();
  if (file !== ":memory:") remove(file);
  return open(file);
};
