import { randomUUID } from "node:crypto";

export interface Workflow {
  id: string;
  name: string;
  active: boolean;
  settings: object;
  nodes: object[];
  connections: object;
}

export const CREDENTIAL = { id: "kithcred00000001", name: "Kith", type: "kithApi" };
const credentials = { kithApi: { id: CREDENTIAL.id, name: CREDENTIAL.name } };
const CONTACT = { __rl: true, mode: "key", value: "contact" };
const ID = "={{ $('Create').first().json.id }}";

/** The node "Kith" with what a person filled in. */
export const action = (name: string, parameters: object, more: object = {}) => ({
  id: name.toLowerCase().replaceAll(" ", "-"),
  name,
  type: "n8n-nodes-kith.kith",
  typeVersion: 1,
  position: [0, 0],
  credentials,
  parameters: { resource: "record", type: CONTACT, ...parameters },
  ...more,
});

export const valuesOf = (value: object, matchingColumns: string[] = []) => ({
  mappingMode: "defineBelow",
  value,
  matchingColumns,
  schema: [],
  attemptToConvertTypes: false,
  convertFieldsToString: false,
});

/** A workflow of nodes that run one after the other. */
export function workflowOf(id: string, nodes: { name: string }[]): Workflow {
  const steps = nodes.slice(1).map(({ name }, at) => [nodes[at]?.name ?? "", { main: [[{ node: name, type: "main", index: 0 }]] }]);
  return { id, name: id, active: false, settings: {}, nodes, connections: Object.fromEntries(steps) as object };
}

export const START = { id: "start", name: "Start", type: "n8n-nodes-base.manualTrigger", typeVersion: 1, position: [0, 0], parameters: {} };

export const ALL_ACTIONS = workflowOf("kithactions00001", [
  START,
  action("Create", { operation: "create", values: valuesOf({ name: "Grace Hopper", email: "grace@example.com" }) }),
  action("Upsert", { operation: "upsert", values: valuesOf({ name: "Grace B. Hopper", email: "grace@example.com" }, ["email"]) }),
  action("Update", { operation: "update", id: ID, values: valuesOf({ phone: "+49 30 901820" }) }),
  action("Get", { operation: "get", id: ID }),
  action("Get Many", { operation: "getAll", returnAll: true, filter: 'name:"Grace B. Hopper"' }),
  action("Search", { operation: "search", query: "Hopper", limit: 10 }),
  action("Add Note", { operation: "addNote", id: ID, text: "Written by n8n" }),
  action("Delete", { operation: "delete", id: ID }),
]);

/** The trigger, and nothing behind it. */
export const triggerOf = (id: string, events: string[], filter = "") =>
  workflowOf(id, [
    {
      id: "trigger",
      name: "Kith Trigger",
      type: "n8n-nodes-kith.kithTrigger",
      typeVersion: 1,
      position: [0, 0],
      webhookId: randomUUID(),
      credentials,
      parameters: { events, filter },
    } as { name: string },
  ]);
