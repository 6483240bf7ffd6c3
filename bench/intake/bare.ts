import { randomUUIDv7 } from "node:crypto";
import { fastify } from "fastify";
import { Pool } from "pg";

// The bare engine: Fastify, the body parsed, one named insert into a table of the same columns with a primary key, and the same answer.
const pool = new Pool({ connectionString: process.env["DATABASE_URL"], max: 10 });
const text = "insert into bare_submissions (company_id, id, received_at, given, ip) values ($1, $2, now(), $3, $4)";
const company = randomUUIDv7();

const server = fastify({ logger: false });
server.addContentTypeParser("text/plain", { parseAs: "string" }, async (_request: unknown, body: string | Buffer) =>
  JSON.parse(String(body)),
);
server.post("/bare", async (request, reply) => {
  await pool.query({ name: "insert", text, values: [company, randomUUIDv7(), JSON.stringify(request.body), request.ip] });
  return reply.code(202).send({ received: true });
});
await server.listen({ host: "127.0.0.1", port: Number(process.env["PORT"]) });
