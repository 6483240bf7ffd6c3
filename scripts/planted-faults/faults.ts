export interface Fault {
  name: string;
  file: string;
  /** The text that the fault replaces, which is in the file once. Nothing: the file is new. */
  from: string;
  to: string;
  /** The step of the gate that must fail, with the test file that is to catch it. */
  step: string[];
  /** What a line of its output says then: a step that fails for another reason has caught nothing. */
  says: RegExp;
}

const serverTest = (file: string) => ["npm", "test", "--", "--gate", file];

export const FAULTS: Fault[] = [
  {
    name: "a broken wall",
    file: "server/src/features/keys/store.ts",
    from: 'import { statement, type Tx } from "../../kernel/database.ts";',
    to: 'import { statement, type Tx } from "../../kernel/database.ts";\nimport "../members/store.ts";',
    step: serverTest("server/test/structure.test.ts"),
    says: /✖ every import is allowed/,
  },
  {
    name: "a deleted key that still works",
    file: "server/src/features/keys/store.ts",
    from: "k.key_hash = asked.hash and k.deleted_at is null",
    to: "k.key_hash = asked.hash",
    step: serverTest("server/test/abuse/keys.test.ts"),
    says: /✖ K-2: a deleted key is refused/,
  },
  {
    name: "406 is missing",
    file: "server/src/surfaces/mcp/routes.ts",
    from: "if (!readAccept(request.headers.accept)) {",
    to: "if (request.headers.accept === undefined) {",
    step: serverTest("server/test/spec/mcp-endpoint.test.ts"),
    says: /✖ MCP endpoint, rule 1: without both types in Accept the answer is 406/,
  },
  {
    name: "a migration that fails on old rows",
    file: "server/migrations/9998_planted.sql",
    from: "",
    to: "alter table companies add column planted integer not null;\n",
    step: serverTest("server/test/migrations.test.ts"),
    says: /✖ an upgraded installation/,
  },
  {
    name: "a generated file that is out of date",
    file: "server/src/features/views/operations.ts",
    from: "List your views and those shared with you",
    to: "List your views and those of others",
    step: ["npm", "run", "generate", "--", "--check"],
    says: /docs\/openapi\.json has drifted/,
  },
];
