import { createHash } from "node:crypto";
import { fastify } from "fastify";
import { Pool } from "pg";

// The bare engine: Fastify, one named statement that finds key, owner and company, and an answer of the same size.
const pool = new Pool({ connectionString: process.env["IDENTITY_URL"], max: 10 });
const text = `select k.id, k.name, k.deleted_at, k.company_id, k.user_id, u.name as user_name, u.email, u.role, u.disabled_at, c.name as company_name, c.time_zone
  from api_keys k join users u on u.company_id = k.company_id and u.id = k.user_id join companies c on c.id = k.company_id
  where k.key_hash = $1`;

const server = fastify({ logger: false });
server.get("/me", async (request, reply) => {
  const hash = createHash("sha256").update(String(request.headers["x-api-key"])).digest();
  const { rows } = await pool.query({ name: "find", text, values: [hash] });
  const row = rows[0] as Record<string, unknown> | undefined;
  if (!row || row["deleted_at"] || row["disabled_at"]) return reply.code(401).send();
  return {
    user: { id: row["user_id"], name: row["user_name"], email: row["email"], role: row["role"] },
    company: { id: row["company_id"], name: row["company_name"], time_zone: row["time_zone"] },
    key: { id: row["id"], name: row["name"] },
    now: new Date().toISOString(),
  };
});
await server.listen({ host: "127.0.0.1", port: Number(process.env["PORT"]) });
