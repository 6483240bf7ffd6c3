import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { test } from "node:test";
import { Client } from "pg";
import { startService } from "../../test/service.ts";
import { stopwatch, within } from "../../test/measured.ts";

test("stopping answers the call under way, says that the connection ends, and does not wait for its keep-alive time", async () => {
  const service = await startService();
  const ada = await service.given.admin();
  const operator = new Client({ connectionString: service.database.superuserUrl });
  await operator.connect();
  // Holds the call in the middle until the service has begun to stop.
  await operator.query("begin; lock table companies in access exclusive mode");
  const flying = ada.post("members.me", {});
  while ((await operator.query("select from pg_locks where not granted")).rowCount === 0);
  const took = stopwatch();
  const closing = service.app.close();
  await operator.query("rollback");
  await operator.end();

  const answer = await flying;
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get("connection"), "close");
  await closing;
  assert.ok(took() < within(10_000));
  await service.database.drop();
});

test("stopping does not wait for a connection that was opened ahead and never used, as browsers do", async () => {
  const service = await startService();
  const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
  await once(socket, "connect");
  await (await fetch(`${service.url}/healthz`)).text(); // by now the server has seen the connection
  const took = stopwatch();
  await service.close();
  assert.ok(took() < within(5_000));
  socket.destroy();
});
