import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { after, before, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { openLine, type Line } from "./line.ts";
import { stopwatch } from "../measured.ts";
import { until } from "../waiting.ts";

// The line is what other tests rely on when they say that a connection was lost.

const echo = createServer((socket) => void socket.on("error", () => undefined).pipe(socket));
let line: Line;
before(async () => {
  echo.listen(0, "127.0.0.1");
  await once(echo, "listening");
  line = await openLine((echo.address() as AddressInfo).port);
});
after(async () => {
  await line.stop();
  echo.close();
});

async function open(): Promise<Socket> {
  const socket = connect(line.port, "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return socket;
}

const closing = (socket: Socket) => new Promise((resolve) => socket.once("close", resolve));

/** Sends a text. The answer tells what has come back by then. */
function send(socket: Socket, text: string): () => string {
  let got = "";
  socket.on("data", (data: Buffer) => (got += data.toString()));
  socket.write(text);
  return () => got;
}

/** What comes back of a text, once it is as long. */
async function answer(socket: Socket, text: string): Promise<string> {
  const got = send(socket, text);
  await until(() => got().length >= text.length, `“${text}” comes back`, { everyMs: 5 });
  return got();
}

/** Nothing comes back for a while. */
async function isSilent(socket: Socket): Promise<void> {
  const got = send(socket, "anybody?");
  await setTimeout(300);
  assert.equal(got(), "");
}

test("a whole line carries both ways, and a cut one ends at once", async () => {
  const socket = await open();
  assert.equal(await answer(socket, "hello"), "hello");
  const closed = closing(socket);
  line.cut();
  await closed;
  const next = await open();
  assert.equal(await answer(next, "again"), "again");
  next.destroy();
});

test("a silent line carries nothing and stays open, for old and new connections", async () => {
  const socket = await open();
  assert.equal(await answer(socket, "hello"), "hello");
  line.silence();
  await isSilent(socket);
  const another = await open();
  await isSilent(another);
  assert.deepEqual([socket.closed, another.closed], [false, false]);
  line.mend();
  const next = await open();
  assert.equal(await answer(next, "here"), "here");
  next.destroy();
});

test("a line that is down takes no connection until it is mended", async () => {
  line.down();
  const refused = connect(line.port, "127.0.0.1");
  refused.on("error", () => undefined);
  await closing(refused);
  assert.equal(line.connections(), 0);
  line.mend();
  const next = await open();
  assert.equal(await answer(next, "up"), "up");
  next.destroy();
});

test("a slow line carries as much as it is told to", async () => {
  const socket = await open();
  line.slow(10_000);
  const took = stopwatch();
  assert.equal((await answer(socket, "x".repeat(1_000))).length, 1_000);
  assert.ok(took() >= 150, "1,000 bytes each way at 10,000 a second");
  line.mend();
  socket.destroy();
});
