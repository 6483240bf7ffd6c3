import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { Change } from "./change.ts";
import { browserStorage, newChangeKey } from "./storage.ts";

/** The part of a browser that the storage uses. */
class Storage {
  [entry: string]: unknown;
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(this[key]) : null;
  }
  setItem(key: string, value: string): void {
    if (this.#isFull) throw new Error("QuotaExceededError");
    this[key] = value;
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key);
  }
  #isFull = false;
  fill(): void {
    this.#isFull = true;
  }
}

let disk: Storage;
let tabs: EventTarget;

beforeEach(() => {
  disk = new Storage();
  tabs = new EventTarget();
  Object.defineProperty(globalThis, "localStorage", { value: disk, configurable: true });
  Object.defineProperty(globalThis, "window", { value: tabs, configurable: true });
});

const change = (key: string): Change => ({
  key,
  kind: "update",
  type: "deal",
  id: "rec_1",
  title: "A",
  values: {},
  before: {},
  version: 1,
  said: "",
});
const fromOtherTab = (key: string, newValue: string | null) => tabs.dispatchEvent(Object.assign(new Event("storage"), { key, newValue }));

test("changes come back in the order they were made, whatever the order of the entries", () => {
  const storage = browserStorage("ada");
  for (const key of ["300-1", "20-9", "100-5"]) storage.keep(change(key));
  assert.deepEqual(
    storage.read().map(({ key }) => key),
    ["20-9", "100-5", "300-1"],
  );
});

test("the next user of this computer does not send the changes of the first", () => {
  browserStorage("ada").keep(change("1"));
  assert.deepEqual(browserStorage("bo").read(), []);
  assert.equal(browserStorage("ada").read().length, 1);
});

test("a dropped change is not read again", () => {
  const storage = browserStorage("ada");
  storage.keep(change("1"));
  storage.keep(change("2"));
  storage.drop("1");
  assert.deepEqual(
    storage.read().map(({ key }) => key),
    ["2"],
  );
});

test("an entry that cannot be parsed is skipped", () => {
  disk.setItem("kith.outbox.ada.1", "{broken");
  disk.setItem("kith.outbox.ada.2", JSON.stringify(change("2")));
  assert.equal(browserStorage("ada").read().length, 1);
});

test("a full storage does not throw: the change stays in memory", () => {
  disk.fill();
  assert.doesNotThrow(() => browserStorage("ada").keep(change("1")));
});

test("only changes dropped by another tab of the same user are reported", () => {
  const dropped: string[] = [];
  const stop = browserStorage("ada").onDropped((key) => dropped.push(key));
  fromOtherTab("kith.outbox.ada.7", null);
  fromOtherTab("kith.outbox.ada.8", "{}");
  fromOtherTab("kith.outbox.bo.9", null);
  fromOtherTab("theme", null);
  stop();
  fromOtherTab("kith.outbox.ada.10", null);
  assert.deepEqual(dropped, ["7"]);
});

test("keys made one after the other are different, and sort by when they were made", async () => {
  const keys: string[] = [];
  for (let made = 0; made < 50; made++) keys.push(newChangeKey());
  await new Promise((resolve) => setTimeout(resolve, 2));
  const later = newChangeKey();
  assert.equal(new Set(keys).size, 50);
  assert.ok(keys.every((key) => Number.parseInt(key, 10) < Number.parseInt(later, 10)));
});
