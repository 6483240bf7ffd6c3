// Made from docs/openapi.json by npm run generate.

export type OperationId = keyof typeof OPERATIONS;

export const OPERATIONS = {
  "members.list": { method: "GET", path: "/api/v1/members", summary: "List the members of your company", takesKey: false, maxLimit: 100 },
  "records.addNote": { method: "POST", path: "/api/v1/records/{type}/{id}/notes", summary: "Write a note on a record", takesKey: true, maxLimit: 0 },
  "records.create": { method: "POST", path: "/api/v1/records/{type}", summary: "Create a record", takesKey: true, maxLimit: 0 },
  "records.delete": { method: "DELETE", path: "/api/v1/records/{type}/{id}", summary: "Move a record to the trash, for 30 days", takesKey: true, maxLimit: 0 },
  "records.get": { method: "GET", path: "/api/v1/records/{type}/{id}", summary: "Read a record", takesKey: false, maxLimit: 0 },
  "records.list": { method: "GET", path: "/api/v1/records/{type}", summary: "List records of a type by filter and sort", takesKey: false, maxLimit: 100 },
  "records.search": { method: "GET", path: "/api/v1/search", summary: "Find records of every type as you type", takesKey: false, maxLimit: 50 },
  "records.update": { method: "PATCH", path: "/api/v1/records/{type}/{id}", summary: "Change some values of a record", takesKey: true, maxLimit: 0 },
  "records.upsert": { method: "PUT", path: "/api/v1/records/{type}/upsert", summary: "Update the record with this email, phone, address or unique value, or create it", takesKey: true, maxLimit: 0 },
  "types.list": { method: "GET", path: "/api/v1/types", summary: "List the record types and their fields", takesKey: false, maxLimit: 0 },
  "webhooks.create": { method: "POST", path: "/api/v1/webhooks", summary: "Add a webhook; its secret is in this answer and nowhere else", takesKey: true, maxLimit: 0 },
  "webhooks.delete": { method: "DELETE", path: "/api/v1/webhooks/{id}", summary: "Delete a webhook and its delivery log; nothing more is sent", takesKey: true, maxLimit: 0 },
  "webhooks.eventTypes": { method: "GET", path: "/api/v1/event-types", summary: "List the types of events a webhook can send, with a sample of each", takesKey: false, maxLimit: 0 },
  "webhooks.list": { method: "GET", path: "/api/v1/webhooks", summary: "List the company's webhooks, newest first", takesKey: false, maxLimit: 100 },
  "webhooks.rotateSecret": { method: "POST", path: "/api/v1/webhooks/{id}/secret", summary: "Make a new secret; for 24 hours messages are signed with the old one too", takesKey: true, maxLimit: 0 },
  "webhooks.setState": { method: "PUT", path: "/api/v1/webhooks/{id}/state", summary: "Pause a webhook, turn it off, or on again", takesKey: true, maxLimit: 0 },
} as const;
