import { BOUNDS } from "@kith/filter";
import { z } from "zod";
import { anyObject } from "../../platform/any-object.ts";
import { id } from "../../platform/ids.ts";
import { wordList } from "../../platform/paging.ts";

// What many operations about records take.

export const recordId = id("rec", "record");
/** People paste the address of a record's page where its id is asked for. */
export const idInAddress = (text: string) => /^https?:\/\/[^/]+\/records\/[^/]+\/(rec_\w{26})(?:[/?#]|$)/.exec(text.trim())?.[1] ?? text;
export const recordIdInput = z.preprocess((given) => (typeof given === "string" ? idInAddress(given) : given), recordId);
export const MAX_BATCH = 1_000;

/** What can be logged: what people did together, and what no channel of the inbox has seen. */
export const ACTIVITY_KINDS = ["call", "meeting", "email"] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/** How the text of a note is shown: as it stands, or as Markdown. */
export const noteFormat = z
  .enum(["text", "markdown"])
  .describe("markdown: shown with bold, italic, lists, headings, quotes, code and links; text: shown as it stands");
export type NoteFormat = z.output<typeof noteFormat>;

export const type = z.string().min(1).max(60).describe("Key or label, such as deal");
const MAX_NAME = 60;

const anyNames = anyObject
  .check(({ value, issues }) => {
    for (const name in value)
      if (name.length > MAX_NAME)
        issues.push({ code: "custom", path: [name], input: name, message: `A name has at most ${MAX_NAME} characters.` });
  })
  .meta({ type: "object", propertyNames: { type: "string", maxLength: MAX_NAME }, additionalProperties: {} });
export const values = anyNames.describe("By key or label. People, records and options by name, email or id; null clears");
export const fields = wordList(z.string().max(60), 100).describe("Only these, by key or label");
// The parser checks the length, with an error message of its own. Here it is only documented. As JSON the same filter may be longer.
export const filter = z
  .string()
  .meta({ maxLength: BOUNDS.bytes })
  .optional()
  .describe("Such as: is:open amount>=10k close_date:this_month owner:@me; or as JSON");
export const include = wordList(z.string().max(60), 5).describe("Relations, by key or label: the records in them come along as `included`");
export const sort = z.string().max(200).optional().describe("Field keys with commas; - for descending");
export const ifVersion = z.coerce.number().int().optional().describe("Refuse when the record has another version");
export const reference = z.string().min(1).max(500).describe("Id, email, phone or exact name");

export const match = z.string().max(200).describe("Email, phone, url or unique; or a,b");
export const allowDuplicate = z.boolean().default(false).describe("Create despite a known email or phone");
