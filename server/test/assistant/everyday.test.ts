import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService } from "../service.ts";
import { everydayTeam } from "./everyday-company.ts";
import { FROZEN } from "./frozen-tasks.ts";

const service = sharedService();

test("there are twenty frozen tasks, none of them twice, about a team that has what they ask for", async () => {
  assert.equal(new Set(FROZEN.map((task) => task.words)).size, 20);
  const { tomasz } = await everydayTeam(service());
  assert.equal((await tomasz.call("records.search", { query: "Milk cooling" })).items[0]?.title, "Milk cooling");
});
