import { DAY_MS, HOUR_MS, MINUTE_MS } from "../server/src/kernel/clock.ts";
import { ANSWERED } from "./demo-inbox-answered.ts";
import { TALKS, type Talk, type Turn, type Who } from "./demo-inbox-texts.ts";

export const CANNED_REPLIES = [
  {
    name: "Thank you, we look into it",
    text: "Hello {{contact.first_name|there}},\n\nthank you for your message. I look into it and come back to you today.\n\n{{me.name}}",
  },
  { name: "Return label", text: "Hello {{contact.first_name|there}},\n\nthe label for the return is on its way to you by email." },
  { name: "Calibration takes eight days", text: "The calibration takes eight working days from the day the instrument arrives here." },
  { name: "Price list", text: "Hello {{contact.first_name|there}},\n\nthe current price list is attached." },
];

const COLLEAGUES: Who[] = ["mara", "tomasz", "ines", "priya", "joel"];
/** Of the day in UTC: nobody writes at night. */
const HOURS = [7.4, 9.1, 11.6];

export interface PlannedTalk extends Talk {
  /** For ids. */
  name: string;
  person: { name: string; address: string; phone?: string | undefined } | undefined;
  steps: { turn: Turn; agoMs: number; count: number }[];
  endsMs: number;
  /** Both are known when its first message is taken. */
  conversation: string;
  newest: string;
}

/** All conversations with the time of each step. */
export const talksOf = (): PlannedTalk[] => [...TALKS, ...ANSWERED.map(archived)].map(planned);

function archived({ through, subject, question, answer }: (typeof ANSWERED)[number], at: number): Talk {
  const by = COLLEAGUES[at % COLLEAGUES.length] ?? "mara";
  return {
    through,
    subject,
    ago: { days: 2 + Math.floor(at / 2), hour: HOURS[at % HOURS.length] ?? 9 },
    assignee: by,
    end: "closed",
    turns: [{ in: question }, { out: answer, by, after: 12 + ((at * 37) % 160) }],
  };
}

function planned(talk: Talk, at: number): PlannedTalk {
  let agoMs = typeof talk.ago === "number" ? talk.ago * MINUTE_MS : workingMoment(talk.ago);
  let count = 0;
  const steps = talk.turns.map((turn) => {
    // Whatever the day of the week, the last step was at least some minutes ago.
    agoMs = Math.max(agoMs - (turn.after ?? 0) * MINUTE_MS, LATEST_MS + at * MINUTE_MS);
    return { turn, agoMs, count: turn.in === undefined ? count : count++ };
  });
  const place = { name: `talk-${at}`, person: undefined, conversation: "", newest: "" };
  return { ...talk, ...place, steps, endsMs: Math.max(agoMs - MINUTE_MS, LATEST_MS) };
}

const LATEST_MS = 5 * MINUTE_MS;

/** How long ago that hour was, so many working days before today. */
function workingMoment({ days, hour }: { days: number; hour: number }): number {
  const today = Math.floor(Date.now() / DAY_MS);
  const isWorking = (day: number) => new Date(day * DAY_MS).getUTCDay() % 6 !== 0;
  let day = today;
  for (let left = days; left > 0;) if (isWorking(--day)) left--;
  return Date.now() - (day * DAY_MS + hour * HOUR_MS);
}
