interface Described {
  operationId: string;
  summary: string;
  parameters?: { name: string; schema: { maximum?: number } }[];
}

interface Document {
  paths: Record<string, Record<string, Described>>;
}

/** What the nodes of n8n call. */
const USED = [
  "members.list",
  "records.addNote",
  "records.create",
  "records.delete",
  "records.get",
  "records.list",
  "records.search",
  "records.update",
  "records.upsert",
  "types.list",
  "webhooks.create",
  "webhooks.delete",
  "webhooks.eventTypes",
  "webhooks.list",
  "webhooks.rotateSecret",
  "webhooks.setState",
];

/** packages/n8n-nodes-kith/nodes/contract.generated.ts: where these operations are, and what they are called. */
export function n8nSource(document: Document): string {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
  const lines = USED.map((id) => {
    const found = described.find(({ operationId }) => operationId === id);
    if (!found) throw new Error(`There is no operation ${id}, which the nodes of n8n call.`);
    const { method, path, summary, parameters = [] } = found;
    const takesKey = parameters.some(({ name }) => name === "Idempotency-Key");
    const maxLimit = parameters.find(({ name }) => name === "limit")?.schema.maximum ?? 0;
    return `  "${id}": { method: "${method}", path: "${path}", summary: ${JSON.stringify(summary)}, takesKey: ${takesKey}, maxLimit: ${maxLimit} },`;
  });
  return [
    "// Made from docs/openapi.json by npm run generate.",
    "",
    `export type OperationId = keyof typeof OPERATIONS;`,
    "",
    "export const OPERATIONS = {",
    ...lines,
    "} as const;",
    "",
  ].join("\n");
}
