import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { TEST_SECRET } from "../../../scripts/test-database.ts";
import { inService } from "../../test/service.ts";
import { until } from "../../test/waiting.ts";
import { watchCommits } from "./commits.ts";
import { openPools } from "./postgres/pools.ts";
import { createReader } from "./postgres/transaction.ts";

test(
  "a write wakes whoever waits for one, also where it began long before others that are over",
  inService(async ({ database }) => {
    const pools = openPools(database.url, TEST_SECRET, 1, assert.fail);
    const late = new Client({ connectionString: database.superuserUrl });
    await late.connect();
    await late.query("create table written (number int)");
    await late.query("begin; insert into written values (1)");
    await database.query("insert into written values (2)");
    const identity = createReader(pools.identity);
    /** What is visible whenever it is woken. */
    const seen: Promise<number>[] = [];
    const commits = watchCommits({ identity });
    const count = async () => (await database.query("select from written")).length;
    const ignore = commits.onCommit(() => void seen.push(count()));
    const isSeen = (wanted: number) => async () => (await Promise.all(seen)).includes(wanted);
    await until(isSeen(1), "it is woken when it begins");
    await late.query("commit");
    await until(isSeen(2), "the late one is noticed");
    await database.query("insert into written values (3)");
    await until(isSeen(3), "the next one is noticed");
    ignore();
    await commits.stop();
    await late.end();
    await pools.end();
  }),
);
