import { Client } from "pg";
import type { Cluster } from "../../scripts/postgres.ts";

const SHOWN = 24;

interface Counted {
  text: string;
  calls: number;
  ms: number;
  planned: number;
  blocks: number;
}

/** With these settings PostgreSQL counts its statements. That costs something itself, so it is asked for. */
export const COUNTING_SETTINGS = {
  shared_preload_libraries: "pg_stat_statements",
  "pg_stat_statements.track_planning": "on",
};

/** What PostgreSQL runs for a message, longest first: how often, and for how long. */
export async function countStatements({ superuserUrl }: Cluster) {
  const run = async <Row>(sql: string) => {
    const client = new Client({ connectionString: superuserUrl });
    await client.connect();
    try {
      return (await client.query(sql)).rows as Row[];
    } finally {
      await client.end();
    }
  };
  await run("create extension if not exists pg_stat_statements");
  return {
    reset: () => run("select pg_stat_statements_reset()"),
    async print(messages: number) {
      const rows = await run<Counted>(
        `select regexp_replace(left(query, 110), '\\s+', ' ', 'g') as text, sum(calls)::int as calls, sum(total_exec_time + total_plan_time) as ms,
           sum(total_plan_time) as planned, sum(shared_blks_hit + shared_blks_read)::int as blocks
         from pg_stat_statements group by 1 order by ms desc limit ${SHOWN}`,
      );
      const each = (ms: number) => `${((ms / messages) * 1_000).toFixed(0).padStart(5)} µs`;
      for (const { text, calls, ms, planned, blocks } of rows) {
        const buffers = `${(blocks / calls).toFixed(0).padStart(5)} buffers`;
        console.log(`  ${each(ms)}, planning ${each(planned)} ${(calls / messages).toFixed(2).padStart(6)} times ${buffers}  ${text}`);
      }
    },
  };
}
