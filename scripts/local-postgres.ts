import { startPostgres } from "./postgres.ts";

// A local PostgreSQL without Docker: prints its URL and runs until it is stopped.
const cluster = await startPostgres({ isDurable: true });
process.stdout.write(`${JSON.stringify({ database_url: cluster.url })}\n`);
const stop = () => void cluster.stop().then(() => process.exit(0));
process.once("SIGTERM", stop);
process.once("SIGINT", stop);
setInterval(() => undefined, 1 << 30);
