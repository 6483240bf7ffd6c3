// Receives webhooks: refuses what is not signed, answers at once, does the work afterwards, and each message only once.
//   KITH_SECRET=whsec_… PORT=9000 node webhook-receiver.mjs
import { createServer } from "node:http";
import { verifyWebhook, WebhookError } from "@kith/sdk";

const MAX_BYTES = 100_000; // a message is smaller
const MAX_REMEMBERED = 10_000;

const seen = new Set(); // a table in your database, if a repeat after a restart would do harm

createServer(async (request, response) => {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) return response.writeHead(413).end();
    chunks.push(chunk);
  }
  const message = await verify(request, Buffer.concat(chunks));
  if (!message) return response.writeHead(401).end();
  response.writeHead(204).end(); // within 15 seconds: work that takes longer comes after it

  const id = request.headers["webhook-id"];
  if (seen.has(id)) return; // Kith sends again what it did not see accepted
  seen.add(id);
  if (seen.size > MAX_REMEMBERED) seen.delete(seen.values().next().value);
  handle(message);
}).listen(Number(process.env.PORT ?? 9000));

async function verify(request, body) {
  try {
    // While a secret is being replaced, both are given, with a space between them.
    return await verifyWebhook({ body, headers: request.headers, secrets: process.env.KITH_SECRET.split(" ") });
  } catch (error) {
    if (error instanceof WebhookError) return undefined;
    throw error;
  }
}

/** Messages of one record may arrive in another order than they happened: `version` says which is newer. */
function handle({ type, data }) {
  console.log([type, data.name, data.version].join("\t"));
}
