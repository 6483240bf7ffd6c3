import { bad, note, ok, rowOf, settingOf, type Check } from "./check.ts";

const OLDEST = 150_000;
const MAX_CLOCK_OFF_MS = 1_000;
/** PostgreSQL stops at two thousand million, and warns at the last forty. */
const [OLD_TRANSACTIONS, TOO_OLD_TRANSACTIONS] = [500_000_000, 1_500_000_000];

/** The PostgreSQL server: what it is, and whether it keeps what it was given. */
export const serverChecks: Check[] = [
  {
    name: "PostgreSQL",
    async look({ client }) {
      const version = await settingOf(client, "server_version");
      if (Number(await settingOf(client, "server_version_num")) >= OLDEST) return ok(`version ${version}`);
      return bad(`version ${version}`, "Kith needs PostgreSQL 15 or newer.");
    },
  },
  {
    name: "clock",
    async look({ client }) {
      const began = Date.now();
      const { at } = await rowOf<{ at: Date }>(client, "select clock_timestamp() as at");
      const off = Math.abs(at.getTime() - (began + Date.now()) / 2);
      // Half of the way there and back is not known.
      const known = off - (Date.now() - began) / 2;
      if (known <= MAX_CLOCK_OFF_MS) return ok(`this machine and the database differ by ${Math.round(off)} ms at most`);
      return bad(
        `this machine and the database differ by ${(off / 1000).toFixed(1)} s`,
        "Let both follow a time server (NTP): limits, sessions and due times are compared with both clocks.",
      );
    },
  },
  {
    name: "durability",
    async look({ client }) {
      const off = [];
      for (const name of ["fsync", "full_page_writes", "synchronous_commit", "autovacuum"])
        if ((await settingOf(client, name)) === "off") off.push(name);
      if (off.length > 0)
        return bad(`${off.join(", ")} off`, "Set to on in postgresql.conf: a power cut may lose or damage what was confirmed.");
      if ((await settingOf(client, "data_checksums")) === "on") return ok("what is confirmed is on disk, with checksums");
      return note(
        "what is confirmed is on disk, without checksums",
        "Stop PostgreSQL and run pg_checksums --enable, to hear of a damaged disk.",
      );
    },
  },
  {
    name: "transaction numbers",
    async look({ client }) {
      const { age } = await rowOf<{ age: number }>(
        client,
        "select age(datfrozenxid) as age from pg_database where datname = current_database()",
      );
      const says = `the oldest row is ${Math.round(age / 1_000_000)} million transactions old`;
      const todo = "Look for what holds vacuum up: long transactions, prepared transactions, replication slots.";
      if (age > TOO_OLD_TRANSACTIONS) return bad(says, `${todo} PostgreSQL stops writing at 2,000 million.`);
      return age > OLD_TRANSACTIONS ? note(says, todo) : ok(says);
    },
  },
  {
    name: "connections",
    async look({ client }) {
      const { used, most } = await rowOf<{ used: number; most: number }>(
        client,
        `select (select sum(numbackends)::int from pg_stat_database) as used,
           current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most`,
      );
      const says = `${used} of ${most} in use`;
      if (used < most * 0.8) return ok(says);
      return bad(says, "Raise max_connections, or lower DATABASE_CONNECTIONS: a node takes that many and two, a worker eleven more.");
    },
  },
];
