import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { inService } from "./service.ts";

test(
  "a refusal that cannot be logged at once is still answered, and is logged later",
  inService(async (service) => {
    const ada = await service.given.admin();
    const max = await service.given.member(ada);
    const holder = new Client({ connectionString: service.database.superuserUrl });
    await holder.connect();
    await holder.query("begin; lock table events in share mode");
    const answer = await max.post("invitations.create", { email: "eve@test.example" });
    await holder.query("commit");
    await holder.end();
    assert.deepEqual([answer.status, ((await answer.json()) as { code: string }).code], [403, "admin_only"]);
    await service.app.settle();
    assert.equal((await service.database.query("select from events where type = 'access.refused'")).length, 1);
  }),
);
