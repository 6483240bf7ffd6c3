/** An option that belongs to the command line and to no operation. */
export interface OwnOption {
  about: string;
  /** The name of what is given; left out: it is given or not. */
  takes?: string;
  oneOf?: readonly string[];
}

export interface Command {
  /** As it is typed, such as `records list`. */
  name: string;
  /** Its fields become options, and its summary the help. */
  operation?: string;
  /** The fields that are given without a name, in this order. The last takes all that is left if it is a list or an object. */
  words?: readonly string[];
  /** Words that are not fields, as help shows them. */
  ownWords?: string;
  /** Fields that are no options here. */
  without?: readonly string[];
  /** Only where the command is more than its operation. */
  summary?: string;
  options?: { readonly [name: string]: OwnOption };
}

/** Every command. What an operation takes is in generated.ts, which is made from its description. */
export const COMMANDS: readonly Command[] = [
  {
    name: "login",
    summary: "Keep the address and a key, read from standard input or asked for, in a file that only you can read",
    options: { url: { takes: "address", about: "Where Kith is, such as https://crm.example.com" } },
  },
  { name: "logout", summary: "Remove the file with the key" },
  { name: "whoami", operation: "members.me" },
  { name: "types", operation: "types.list", words: ["types"] },
  { name: "records list", operation: "records.list", words: ["type"] },
  { name: "records get", operation: "records.get", words: ["type", "id"] },
  { name: "records create", operation: "records.create", words: ["type", "values"] },
  { name: "records update", operation: "records.update", words: ["type", "id", "values"] },
  { name: "records upsert", operation: "records.upsert", words: ["type", "values"] },
  { name: "records delete", operation: "records.delete", words: ["type", "id"] },
  { name: "search", operation: "records.search", words: ["query"] },
  {
    name: "export",
    operation: "records.list",
    words: ["type"],
    without: ["include", "count", "limit", "cursor"],
    summary: "Write every record of a type to standard output, as lines that import takes, or as csv",
  },
  {
    name: "import",
    operation: "records.batch",
    words: ["type"],
    ownWords: "<file>",
    without: ["items"],
    summary: "Create or update a record for each row of a CSV, or of a file with one JSON value per line; - is standard input",
    options: {
      form: { takes: "form", oneOf: ["csv", "lines"], about: "Left out: csv if the name of the file ends so, otherwise lines" },
      "by-id": { about: "Update the record with the id in the row" },
      references: {
        takes: "name or id",
        oneOf: ["name", "id"],
        about: "How the related records and people of exported lines are found. Left out: name",
      },
      errors: { takes: "file", about: "Where refused rows are written. Left out: beside the file, .errors.csv" },
    },
  },
  {
    name: "follow",
    operation: "records.changes",
    options: { keep: { takes: "file", about: "Keep the position in this file, and go on from it" } },
  },
  { name: "webhooks list", operation: "webhooks.list" },
  { name: "webhooks replay", operation: "webhooks.createReplay", words: ["id"] },
  {
    name: "webhooks listen",
    operation: "records.changes",
    summary: "Send each change to a program on this computer, signed as a webhook is; the secret is KITH_WEBHOOK_SECRET, or a new one",
    options: {
      to: { takes: "address", about: "Such as http://localhost:9000/kith" },
      "event-types": { takes: "a,b", about: "Only these, such as record.created" },
    },
  },
  { name: "completion", ownWords: "<bash|zsh|fish>", summary: "Print what a shell needs to complete commands and options" },
];

const OUTPUTS = ["table", "json", "csv", "lines"] as const;
export type Output = (typeof OUTPUTS)[number];

/** What every command takes. */
export const COMMON: { readonly [name: string]: OwnOption } = {
  output: { takes: "form", oneOf: OUTPUTS, about: "Left out: table in a terminal, otherwise lines, which is one JSON value per line" },
  "retry-for": { takes: "seconds", about: "How long to try again while Kith is away or busy" },
  help: { about: "What the command takes" },
};
