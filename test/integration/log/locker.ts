/** Another program that holds the database: takes the write lock, says "held", lets go when its stdin ends. Argument: the file. */
import Database from "better-sqlite3";

const db = new Database(process.argv[2] ?? "");
db.exec("BEGIN EXCLUSIVE");
process.stdout.write("held\n");
process.stdin.resume();
process.stdin.on("end", () => {
  db.exec("ROLLBACK");
  db.close();
});
