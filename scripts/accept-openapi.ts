import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { breakingChanges, type ApiDocument } from "../server/test/openapi/breaking-changes.ts";

// Accepts docs/openapi.json as the contract of version 1. This is part of a release, never of an ordinary change. Refuses a document
// that would break clients of the accepted one; --before-release overrides that, as long as there are no clients.
const DOCS = join(import.meta.dirname, "../docs");
const ACCEPTED = join(DOCS, "openapi.v1.json");
const text = readFileSync(join(DOCS, "openapi.json"), "utf8");
const read = (json: string) => JSON.parse(json) as ApiDocument;

const found = breakingChanges(read(readFileSync(ACCEPTED, "utf8")), read(text));
for (const line of found) process.stderr.write(`${line}\n`);
if (found.length > 0 && !process.argv.includes("--before-release")) {
  process.stderr.write("Version 1 only grows: keep the old parts beside the new ones.\n");
  process.exit(1);
}
writeFileSync(ACCEPTED, text);
