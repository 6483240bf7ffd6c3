import { react } from "../../../kernel/subscription.ts";
import { leadConverted } from "../../leads/events.ts";
import { noteAdded, recordUpdated } from "../../records/events.ts";
import { leadRouted } from "../events.ts";
import { followChanges, followConversions, followNotes, startClocks } from "./follow-leads.ts";

/** The clock starts with a person, and ends with the first thing that anybody does about the lead. */
export const clockReactions = [
  react({ to: leadRouted, run: startClocks }),
  react({ to: noteAdded, run: followNotes }),
  react({ to: recordUpdated, run: followChanges }),
  react({ to: leadConverted, run: followConversions }),
];
