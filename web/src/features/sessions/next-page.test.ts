import assert from "node:assert/strict";
import { test } from "node:test";
import { nextPage } from "./next-page.ts";

const ORIGIN = "https://kith.example";
const PATHS = ["/", "/dashboard", "/records/$type", "/records/$type/$id", "/profile/api"];

const ALLOWED = [
  "/",
  "/dashboard",
  "/records/deal",
  "/records/deal/rec_1",
  "/records/deal?filter=is%3Aopen#top",
  "/profile/api?add=true",
  "https://kith.example/dashboard",
];
const REFUSED = [
  "https://evil.example/",
  "https://evil.example/dashboard",
  "//evil.example/dashboard",
  String.raw`\\evil.example\dashboard`,
  "https://kith.example.evil.example/dashboard",
  "https://kith.example@evil.example/dashboard",
  "javascript:alert(1)",
  "data:text/html,hello",
  "http://kith.example/dashboard",
  "/nowhere",
  "/records",
  "/records/deal/rec_1/more",
  "/api/v1/records",
  "http://",
];

test("signing in leads to a page of this application", () => {
  for (const next of ALLOWED) assert.equal(nextPage(next, ORIGIN, PATHS), next, next);
});

test("signing in never leads to another site", () => {
  for (const next of REFUSED) assert.equal(nextPage(next, ORIGIN, PATHS), undefined, next);
  assert.equal(nextPage(undefined, ORIGIN, PATHS), undefined);
});
