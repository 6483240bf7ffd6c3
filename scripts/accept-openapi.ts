import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { breakingChanges, type ApiDocument } from "../server/test/openapi/breaking-changes.ts";

// Takes today's docs/openapi.json as what clients of version 1 may rely on from now on: part of a release, never of an ordinary
// change. Refuses a document that would break those who rely on the one before; --before-release overrides that, as long as
// nobody does.
const DOCS = join(import.meta.dirname, "../docs");
const ACCEPTED = join(DOCS, "openapi.v1.json");
const text = readFileSync(join(DOCS, "openapi.json"), "utf8");
const read = (json: string) => JSON.parse(json) as ApiDocument;

const found = breakingChanges(read(readFileSync(ACCEPTED, "utf8")), read(text));
for (const line of found) process.stderr.write(`${line}\n`);
if (found.length > 0 && !process.argv.includes("--before-release")) {
  process.stderr.write("Version 1 only grows: keep what was there beside what is new.\n");
  process.exit(1);
}
writeFileSync(ACCEPTED, text);
