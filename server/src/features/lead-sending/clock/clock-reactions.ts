import { react } from "../../../kernel/subscription.ts";
import { leadConverted } from "../../leads/events.ts";
import { activityLogged, noteAdded, recordUpdated } from "../../records/events.ts";
import { leadRouted } from "../events.ts";
import { followActivities, followChanges, followConversions, followNotes, startClocks } from "./follow-leads.ts";

/** The clock starts with a person, and ends with the first thing that anybody does about the lead. */
export const clockReactions = [
  react({ to: leadRouted, run: startClocks }),
  react({ to: noteAdded, run: followNotes }),
  // As a call was before it could be logged: written down as a note.
  react({ to: activityLogged, run: followActivities }),
  react({ to: recordUpdated, run: followChanges }),
  react({ to: leadConverted, run: followConversions }),
];
