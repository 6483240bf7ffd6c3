/** The things of a company, each with every reference that names it. */
export type Belongings = Record<"contact" | "twin" | "organization" | "deal" | "member", string>;
export const KINDS = ["id", "uuid", "email", "name"] as const;
export type Kind = (typeof KINDS)[number];

interface Case {
  /** The place in the input that names the other company's thing. */
  place: string;
  kinds?: readonly Kind[];
  input(mine: Belongings, theirs: Belongings): object;
}

const ids = ["id"] as const;
const contact = (values: object) => ({ type: "contact", values: { name: "Planted", ...values } });

/** Every operation that takes an id or a reference inside its input, with one case for each place. */
export const CASES: Record<string, Case[]> = {
  "records.create": [
    { place: "values", input: (_, { member }) => contact({ owner: member }) },
    { place: "values", input: (_, { organization }) => contact({ organization }) },
    { place: "values", input: (mine, theirs) => ({ type: "deal", values: { name: "x", contacts: [mine.contact, theirs.contact] } }) },
    { place: "values", kinds: ids, input: (_, theirs) => contact({ organization: { id: theirs.organization } }) },
  ],
  "records.update": [
    { place: "values", input: (mine, { organization }) => ({ id: mine.contact, values: { organization } }) },
    { place: "values", input: (mine, { member }) => ({ id: mine.contact, values: { owner: member } }) },
  ],
  "records.upsert": [
    {
      place: "values",
      input: (_, { organization }) => ({ match: "email", ...contact({ email: "new@upsert.example", organization }) }),
    },
  ],
  "records.batch": [
    {
      place: "items[].id",
      kinds: ids,
      input: (_, theirs) => ({ type: "contact", items: [{ id: theirs.contact, values: { name: "Stolen" } }] }),
    },
    { place: "items[].values", input: (_, { organization }) => ({ type: "contact", items: [{ values: { name: "x", organization } }] }) },
  ],
  "records.merge": [
    { place: "into", kinds: ids, input: (mine, theirs) => ({ type: "contact", into: theirs.contact, from: [mine.twin] }) },
    { place: "from[]", kinds: ids, input: (mine, theirs) => ({ type: "contact", into: mine.contact, from: [theirs.twin] }) },
    {
      place: "values",
      kinds: ids,
      input: (mine, { organization }) => ({ type: "contact", into: mine.contact, from: [mine.twin], values: { organization } }),
    },
  ],
  "duplicates.dismiss": [
    { place: "record", kinds: ids, input: (mine, theirs) => ({ type: "contact", record: theirs.contact, other: mine.twin }) },
    { place: "other", kinds: ids, input: (mine, theirs) => ({ type: "contact", record: mine.contact, other: theirs.twin }) },
  ],
  // The last thing that `settle` makes is the deal.
  "records.undo": [{ place: "records[]", kinds: ids, input: (_, theirs) => ({ id: "last", records: [theirs.deal] }) }],
  "assistant.query": [{ place: "records[]", input: (mine, theirs) => ({ type: "contact", records: [mine.contact, theirs.twin] }) }],
  "assistant.timeline": [{ place: "record", input: (_, theirs) => ({ type: "contact", record: theirs.contact }) }],
  "assistant.save": [
    {
      place: "records[].record",
      input: (_, theirs) => ({ type: "contact", records: [{ record: theirs.contact, values: { name: "Stolen" }, note: "x" }] }),
    },
    {
      place: "records[].values",
      input: (_, { organization }) => ({ type: "contact", records: [{ values: { name: "x", organization } }] }),
    },
    { place: "records[].values", input: (_, { member }) => ({ type: "contact", records: [{ values: { name: "x", owner: member } }] }) },
    {
      place: "records[].activity.people[]",
      input: (mine, theirs) => ({ type: "deal", records: [{ record: mine.deal, activity: { kind: "call", people: [theirs.contact] } }] }),
    },
  ],
  "records.addNote": [
    {
      place: "mentions[]",
      kinds: ids,
      input: (mine, theirs) => ({ id: mine.contact, text: "@member, see this", mentions: [theirs.member] }),
    },
  ],
  "records.activities": [{ place: "record", kinds: ids, input: (_, theirs) => ({ record: theirs.contact }) }],
  "records.logActivity": [{ place: "people[]", input: (mine, theirs) => ({ id: mine.deal, kind: "call", people: [theirs.contact] }) }],
  "assistant.link": [
    { place: "record", input: (mine, theirs) => ({ type: "deal", record: theirs.deal, field: "contacts", add: [mine.contact] }) },
    { place: "add[]", input: (mine, theirs) => ({ type: "deal", record: mine.deal, field: "contacts", add: [theirs.twin] }) },
    { place: "remove[]", input: (mine, theirs) => ({ type: "deal", record: mine.deal, field: "contacts", remove: [theirs.contact] }) },
  ],
  "assistant.merge": [
    { place: "into", kinds: ids, input: (mine, theirs) => ({ type: "contact", into: theirs.contact, from: [mine.twin] }) },
    { place: "from[]", kinds: ids, input: (mine, theirs) => ({ type: "contact", into: mine.contact, from: [theirs.twin] }) },
    {
      place: "values",
      kinds: ids,
      input: (mine, { organization }) => ({ type: "contact", into: mine.contact, from: [mine.twin], values: { organization } }),
    },
  ],
  "assistant.restore": [{ place: "ids[]", kinds: ids, input: (_, theirs) => ({ ids: [theirs.contact] }) }],
  "records.updateMatching": [
    {
      place: "values",
      input: (_, { organization }) => ({ type: "contact", filter: "has:name", values: { organization }, dry_run: true }),
    },
  ],
  "assistant.delete": [
    { place: "ids[]", kinds: ids, input: (mine, theirs) => ({ ids: [mine.contact, theirs.contact] }) },
    { place: "ids[]", kinds: ids, input: (_, theirs) => ({ ids: [theirs.contact], dry_run: true }) },
  ],
};
