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
/** With the build before it, and without a second try: a planted fault fails it, too. */
const browserTest = (file: string) => [
  "sh",
  "-c",
  `npm run build --silent --workspace web && npm run e2e -- --grep @gate --retries=0 ${file}`,
];

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
    says: /✖ a deleted key is refused/,
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
  {
    name: "a query without its company",
    file: "server/src/features/views/store.ts",
    from: "where v.company_id = $1 and (v.owner_id = $2 or v.is_shared)`",
    to: "where $1::uuid is not null and (v.owner_id = $2 or v.is_shared)`",
    step: serverTest("server/test/abuse/isolation.test.ts"),
    says: /✖ with row-level security off, the statements' own conditions keep companies apart/,
  },
  {
    name: "stored text that runs on a record page",
    file: "web/src/features/records/record/editable-title.tsx",
    from: "<Heading className={classes.title} hidden={isEditing}>\n        {record.title}\n      </Heading>",
    to: "<Heading className={classes.title} hidden={isEditing} dangerouslySetInnerHTML={{ __html: record.title }} />",
    step: browserTest("e2e/stored-xss.e2e.ts"),
    says: /\+ +.*(?:data-pwned|pwned)/,
  },
  {
    name: "a note whose text becomes HTML",
    file: "web/src/ui/markdown/markdown.tsx",
    from: "<div className={classes.markdown}>{blocksShown(blocks, shows)}</div>",
    to: "<div className={classes.markdown} dangerouslySetInnerHTML={{ __html: blocks.length > 0 ? text : String(shows) }} />",
    step: browserTest("e2e/stored-xss.e2e.ts"),
    says: /\+ +.*(?:data-pwned|pwned)/,
  },
  {
    name: "a link of a note that leads to a script",
    file: "web/src/ui/markdown/parse-markdown.ts",
    from: 'if (!to) return [{ kind: "plain", text: raw }];',
    to: 'if (!to) return [{ kind: "link", to: { href, ownPath: undefined }, isBare: false, children: [{ kind: "plain", text: raw }] }];',
    step: browserTest("e2e/stored-xss.e2e.ts"),
    says: /\+ +.*(?:javascript|pwned)/,
  },
  {
    name: "a type error",
    file: "server/src/kernel/clock.ts",
    from: "export const SECOND_MS = 1_000;",
    to: 'export const SECOND_MS: number = "1000";',
    step: ["npm", "run", "build"],
    says: /clock\.ts.*error TS2322/,
  },
  {
    name: "a wrong type in a test",
    file: "server/test/measured.ts",
    from: "export const PATIENCE_MS = 60_000;",
    to: 'export const PATIENCE_MS: number = "60000";',
    step: ["npm", "run", "static"],
    says: /typescript\(TS2322\)/,
  },
  {
    name: "an event written outside its transaction",
    file: "server/src/kernel/execute.ts",
    from: "await pipeline.appendEvents(transaction, rows);",
    to: "await pipeline.database.write(transaction.companyId, (tx) => pipeline.appendEvents(tx, rows));",
    step: serverTest("server/src/kernel/execute.test.ts"),
    says: /✖ a call goes through transaction, handler, event and commit, in this order/,
  },
  {
    name: "a button without a name",
    file: "web/src/features/records/record-panel.tsx",
    from: '<ActionIcon aria-label="Close" onClick={onClose}>',
    to: "<ActionIcon onClick={onClose}>",
    step: browserTest("e2e/record-page.e2e.ts"),
    says: /button-name/,
  },
  {
    name: "a notification email that is begun anew",
    file: "server/src/features/notifications/mail/store.ts",
    from: "user_id = $2 and ended_at is null",
    to: "user_id = $2 and ended_at < made_at",
    step: serverTest("server/src/features/notifications/mail/mail.test.ts"),
    says: /✖ an email that was not written down as sent/,
  },
  {
    name: "a notification email with what was read",
    file: "server/src/features/notifications/mail/store.ts",
    from: "n.mail_id = $3 and n.read_at is null",
    to: "n.mail_id = $3",
    step: serverTest("server/src/features/notifications/mail/mail.test.ts"),
    says: /✖ what was read meanwhile/,
  },
  {
    name: "a notification email without a look at rights",
    file: "server/src/features/notifications/store.ts",
    from: '(c.id is not null and (c.is_shared or ${seesChannel("ch", "$2")})))',
    to: "(c.id is not null))",
    step: serverTest("server/src/features/notifications/mail/mail.test.ts"),
    says: /✖ what was read meanwhile/,
  },
  {
    name: "a daily email at 7:00 UTC",
    file: "server/src/features/notifications/mail/digest-store.ts",
    from: ") at time zone ${zone} as morning",
    to: ") at time zone 'UTC' as morning",
    step: serverTest("server/src/features/notifications/mail/digest.test.ts"),
    says: /✖ 7:00 is the time on the wall/,
  },
  {
    name: "an unsubscribe link that works when it is opened",
    file: "server/src/features/notifications/mail/links.ts",
    from: 'if (state === "done") await',
    to: "await",
    step: serverTest("server/src/features/notifications/mail/links.test.ts"),
    says: /✖ opening the link, or a scanner/,
  },
  {
    name: "an unsubscribe link without its signature",
    file: "server/src/features/notifications/mail/link-token.ts",
    from: "!timingSafeEqual(signature, sign(body)) || ",
    to: "",
    step: serverTest("server/src/features/notifications/mail/links.test.ts"),
    says: /✖ a token that was changed/,
  },
];
