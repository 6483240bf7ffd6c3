import assert from "node:assert/strict";
import { afterEach, beforeEach, test, type TestContext } from "node:test";
import { openSource } from "./live-source.ts";

/** The browser's stream, as far as the source uses it. */
class Stream extends EventTarget {
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  static all: Stream[] = [];
  readyState = 1;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    Stream.all.push(this);
  }
  close(): void {
    this.readyState = Stream.CLOSED;
  }
  say(type: string, data: unknown, lastEventId = ""): void {
    this.dispatchEvent(Object.assign(new Event(type), { data: JSON.stringify(data), lastEventId }));
  }
  refuse(): void {
    this.readyState = Stream.CLOSED;
    this.dispatchEvent(new Event("error"));
  }
}

const page = Object.assign(new EventTarget(), { visibilityState: "visible" });

beforeEach(() => {
  Stream.all = [];
  page.visibilityState = "visible";
  const define = (name: string, value: unknown) => Object.defineProperty(globalThis, name, { value, configurable: true });
  define("EventSource", Stream);
  define("document", page);
  // Looked up when it is called, so that a test's clock counts.
  define("window", Object.assign(new EventTarget(), { setTimeout: (run: () => void, ms: number) => setTimeout(run, ms) }));
});

afterEach(() => {
  for (const name of ["EventSource", "document", "window"]) Reflect.deleteProperty(globalThis, name);
});

function given(t: TestContext, start?: string) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  t.mock.method(Math, "random", () => 1);
  const heard: string[] = [];
  const close = openSource(start, {
    onNews: ({ changes }) => heard.push(`news ${changes.length}`),
    onPosition: (position) => heard.push(`at ${position}`),
    onLost: () => heard.push("lost"),
    onChangedRights: () => heard.push("rights"),
    onOpen: () => heard.push("open"),
    onBroken: () => heard.push("broken"),
  });
  const stream = () => {
    const last = Stream.all.at(-1);
    assert.ok(last);
    return last;
  };
  return { heard, close, stream, pass: (ms: number) => t.mock.timers.tick(ms) };
}

test("news are handed on with how far they reach, and so is a beat", (t) => {
  const { heard, stream } = given(t);
  assert.equal(stream().url, "/app/live");
  stream().say("hello", { is_resumed: false });
  stream().say("news", { changes: [{}, {}], crowds: [] }, "p1");
  stream().say("beat", {}, "p2");
  assert.deepEqual(heard, ["open", "news 2", "at p1", "at p2"]);
});

test("it begins where an earlier one was, and says so when nobody knows what was missed", (t) => {
  const { heard, stream } = given(t, "a b");
  assert.equal(stream().url, "/app/live?after=a%20b");
  stream().say("hello", { is_resumed: true });
  assert.deepEqual(heard, ["open"]);
  stream().say("hello", { is_resumed: false });
  assert.deepEqual(heard, ["open", "lost", "open"]);
});

test("a stream that says nothing for 40 s is opened anew, from where it was", (t) => {
  const { heard, stream, pass } = given(t);
  stream().say("hello", { is_resumed: false });
  stream().say("beat", {}, "p7");
  pass(39_999);
  assert.equal(Stream.all.length, 1);
  pass(1);
  assert.equal(Stream.all.length, 2);
  assert.equal(stream().url, "/app/live?after=p7");
  assert.equal(heard.at(-1), "broken");
});

test("a refused stream is tried again less and less often, at most every 30 s", (t) => {
  const { stream, pass } = given(t);
  for (const [at, ms] of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000].entries()) {
    stream().refuse();
    pass(ms - 1);
    assert.equal(Stream.all.length, at + 1, `not before ${ms} ms`);
    pass(1);
    assert.equal(Stream.all.length, at + 2, `after ${ms} ms`);
  }
});

test("one that merely broke comes back by itself: the browser does that", (t) => {
  const { heard, stream, pass } = given(t);
  stream().dispatchEvent(new Event("error"));
  pass(30_000);
  assert.deepEqual(heard, ["broken"]);
  assert.equal(Stream.all.length, 1);
});

test("back online, or looked at again, it does not wait for the next try", (t) => {
  const { stream } = given(t);
  stream().refuse();
  window.dispatchEvent(new Event("online"));
  assert.equal(Stream.all.length, 2);
  stream().refuse();
  page.visibilityState = "hidden";
  page.dispatchEvent(new Event("visibilitychange"));
  assert.equal(Stream.all.length, 2, "nobody looks");
  page.visibilityState = "visible";
  page.dispatchEvent(new Event("visibilitychange"));
  assert.equal(Stream.all.length, 3);
  page.dispatchEvent(new Event("visibilitychange"));
  assert.equal(Stream.all.length, 3, "it is open");
});

test("other rights are told, and a restart is not a change of rights", (t) => {
  const { heard, stream } = given(t);
  stream().say("bye", { reason: "restart" });
  assert.deepEqual(heard, []);
  stream().say("bye", { reason: "signed out" });
  stream().say("bye", { reason: "role changed" });
  assert.deepEqual(heard, ["rights", "rights"]);
});

test("closed, it stays closed", (t) => {
  const { close, stream, pass } = given(t);
  stream().say("hello", { is_resumed: false });
  close();
  window.dispatchEvent(new Event("online"));
  pass(120_000);
  assert.equal(Stream.all.length, 1);
  assert.equal(stream().readyState, Stream.CLOSED);
});
