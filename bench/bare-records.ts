import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fastify } from "fastify";
import { Pool } from "pg";
import { newId } from "../server/src/platform/random.ts";
import { CASES, type Known } from "./records/cases.ts";

// The bare engine: Fastify, one named statement that finds the key and its company, one that returns the data.
const pool = new Pool({ connectionString: process.env["BARE_URL"], max: 10 });
const known = JSON.parse(readFileSync(process.env["KNOWN"] ?? "", "utf8")) as Record<string, Known>;
const cases = new Map(CASES.map((one) => [one.name, one]));
const FIND = `select k.company_id, k.user_id, u.role from api_keys k join users u on u.company_id = k.company_id and u.id = k.user_id
  join companies c on c.id = k.company_id where k.key_hash = $1 and k.deleted_at is null and u.disabled_at is null`;
const INSERT = `insert into records (company_id, id, type_id, title, owner_id, stage, amount, data, search, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now(), now())`;

const server = fastify({ logger: false });
server.addHook("preHandler", async (request, reply) => {
  const hash = createHash("sha256").update(String(request.headers["x-api-key"])).digest();
  const { rowCount } = await pool.query({ name: "find", text: FIND, values: [hash] });
  if (!rowCount) await reply.code(401).send();
});
server.get<{ Params: { company: string; name: string; n: string } }>("/:company/:name/:n", async ({ params: { company, name, n } }) => {
  const asked = cases.get(name);
  const about = known[company];
  if (!asked || !about) throw new Error(`no ${company}, no ${name}`);
  const { rows } = await pool.query({ name, text: asked.bare.text, values: asked.bare.values(about, Number(n)) });
  return { items: rows as unknown[] };
});
server.post<{ Params: { company: string }; Body: { values: Record<string, string | number> } }>("/:company", async (request, reply) => {
  const about = known[request.params.company];
  const { name = "", stage, amount, ...data } = request.body.values;
  const values = [about?.company.id, newId(), about?.company.dealType, name, about?.company.userId, stage, amount, data, `${name}`];
  await pool.query({ name: "insert", text: INSERT, values });
  return reply.code(201).send({ id: values[1] });
});
await server.listen({ host: "127.0.0.1", port: Number(process.env["PORT"]) });
