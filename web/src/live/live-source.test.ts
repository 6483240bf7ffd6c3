import assert from "node:assert/strict";
import { afterEach, beforeEach, test, type TestContext } from "node:test";
import { openSource } from "./live-source.ts";

/** The part of the browser's EventSource that the source uses. */
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
  // Looks up setTimeout when called, so that a test's mock timers apply.
  define("window", Object.assign(new EventTarget(), { setTimeout: (run: () => void, ms: number) => setTimeout(run, ms) }));
});

afterEach(() => {
  for (const name of ["EventSource", "document", "window"]) Reflect.deleteProperty(globalThis, name);
});

function given(t: TestContext, start?: string) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  t.mock.method(Math, "random", () => 1);
  const received: string[] = [];
  const close = openSource(start, {
    onNews: ({ changes }) => received.push(`news ${changes.length}`),
    onPosition: (position) => received.push(`at ${position}`),
    onLost: () => received.push("lost"),
    onChangedRights: () => received.push("rights"),
    onOpen: () => received.push("open"),
    onBroken: () => received.push("broken"),
  });
  const stream = () => {
    const last = Stream.all.at(-1);
    assert.ok(last);
    return last;
  };
  return { received, close, stream, pass: (ms: number) => t.mock.timers.tick(ms) };
}

test("events and heartbeats are passed on with their position", (t) => {
  const { received, stream } = given(t);
  assert.equal(stream().url, "/app/live");
  stream().say("hello", { is_resumed: false });
  stream().say("news", { changes: [{}, {}], crowds: [] }, "p1");
  stream().say("beat", {}, "p2");
  assert.deepEqual(received, ["open", "news 2", "at p1", "at p2"]);
});

test("it resumes at the given position, and reports when the service cannot resume there", (t) => {
  const { received, stream } = given(t, "a b");
  assert.equal(stream().url, "/app/live?after=a%20b");
  stream().say("hello", { is_resumed: true });
  assert.deepEqual(received, ["open"]);
  stream().say("hello", { is_resumed: false });
  assert.deepEqual(received, ["open", "lost", "open"]);
});

test("a stream that is silent for 40 s is opened again at its last position", (t) => {
  const { received, stream, pass } = given(t);
  stream().say("hello", { is_resumed: false });
  stream().say("beat", {}, "p7");
  pass(39_999);
  assert.equal(Stream.all.length, 1);
  pass(1);
  assert.equal(Stream.all.length, 2);
  assert.equal(stream().url, "/app/live?after=p7");
  assert.equal(received.at(-1), "broken");
});

test("a refused stream is retried with growing pauses of at most 30 s", (t) => {
  const { stream, pass } = given(t);
  for (const [at, ms] of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000].entries()) {
    stream().refuse();
    pass(ms - 1);
    assert.equal(Stream.all.length, at + 1, `not before ${ms} ms`);
    pass(1);
    assert.equal(Stream.all.length, at + 2, `after ${ms} ms`);
  }
});

test("after a lost connection the browser reconnects: no second stream is opened", (t) => {
  const { received, stream, pass } = given(t);
  stream().dispatchEvent(new Event("error"));
  pass(30_000);
  assert.deepEqual(received, ["broken"]);
  assert.equal(Stream.all.length, 1);
});

test("it reconnects at once when the browser is online or the page visible again", (t) => {
  const { stream } = given(t);
  stream().refuse();
  window.dispatchEvent(new Event("online"));
  assert.equal(Stream.all.length, 2);
  stream().refuse();
  page.visibilityState = "hidden";
  page.dispatchEvent(new Event("visibilitychange"));
  assert.equal(Stream.all.length, 2, "the page is hidden");
  page.visibilityState = "visible";
  page.dispatchEvent(new Event("visibilitychange"));
  assert.equal(Stream.all.length, 3);
  page.dispatchEvent(new Event("visibilitychange"));
  assert.equal(Stream.all.length, 3, "it is open");
});

test("the network was gone and is back: a stream that still looks open is opened anew, and what was missed is read again", (t) => {
  const { received, stream } = given(t);
  stream().say("hello", { is_resumed: false });
  window.dispatchEvent(new Event("online"));
  assert.equal(Stream.all.length, 2);
  stream().say("hello", { is_resumed: false });
  assert.deepEqual(received, ["open", "lost", "open"]);
});

test("changed rights are reported, and a restart is not a change of rights", (t) => {
  const { received, stream } = given(t);
  stream().say("bye", { reason: "restart" });
  assert.deepEqual(received, []);
  stream().say("bye", { reason: "signed out" });
  stream().say("bye", { reason: "role changed" });
  assert.deepEqual(received, ["rights", "rights"]);
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
