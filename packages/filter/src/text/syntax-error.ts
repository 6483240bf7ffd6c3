import type { FilterError } from "../error.ts";
import { unclosed } from "./parentheses.ts";

interface Stop {
  /** The text up to where it stops making sense, and the text from there on, without the spaces between them. */
  before: string;
  after: string;
  /** The innermost parenthesis that the text ends without closing. */
  open: number | undefined;
}

interface Rule {
  when(stop: Stop): boolean;
  message(stop: Stop): string;
  expected: string;
  /** What to underline: the last word before the stop, the first after it, or the open parenthesis. */
  at: "before" | "after" | "open";
  hint?: string;
}

const CONDITION = "a condition, as in `stage:won`, or a word to search for";
const QUOTE_HINT = 'Text with special characters is quoted: "…".';
const JOINER = /(?:^|[\s()"])(AND|OR|NOT)$/;
const OPERATOR = /^[:=!<>~^]+/;

/** The first rule that fits says what is wrong. */
const RULES: readonly Rule[] = [
  {
    when: ({ before }) => /(?:^|[\s(-])(?:any|none|all|count)\($/.test(before),
    message: ({ before }) => `\`${lastWord(before)}\` needs a relation after it.`,
    expected: "a relation, as in `any(deals, stage:won)`",
    at: "before",
  },
  {
    when: ({ before, after }) => before.endsWith("(") && after.startsWith(")"),
    message: () => "There is nothing between the parentheses.",
    expected: CONDITION,
    at: "after",
  },
  {
    when: ({ before }) => /(?:^|[\s(-])(?:has|no):$/.test(before),
    message: ({ before }) => `\`${lastWord(before)}\` needs a field directly after it.`,
    expected: "a field, as in `has:email`",
    at: "before",
  },
  {
    when: ({ before }) => /(?:^|[\s(-])is:$/.test(before),
    message: () => "`is:` needs a flag directly after it.",
    expected: "a flag, as in `is:open`",
    at: "before",
  },
  {
    when: ({ before }) => /[:=<>~^]$/.test(before),
    message: ({ before }) => `\`${lastWord(before)}\` needs a value after it.`,
    expected: "a value",
    at: "before",
    hint: 'A value with spaces, commas or parentheses is quoted: "…".',
  },
  {
    when: ({ before }) => JOINER.test(before),
    message: ({ before }) => `\`${JOINER.exec(before)?.[1]}\` needs a condition after it.`,
    expected: CONDITION,
    at: "before",
  },
  {
    when: ({ before }) => /(?:^|[\s(-])-$/.test(before),
    message: () => "`-` needs a condition directly after it.",
    expected: CONDITION,
    at: "before",
    hint: 'To search for a dash, write `"-"`.',
  },
  {
    when: ({ before, after }) => before.endsWith(",") && !after.startsWith(","),
    message: () => "There is nothing after this comma.",
    expected: "a value or a condition",
    at: "before",
  },
  {
    when: ({ after, open }) => after === "" && open !== undefined,
    message: () => "This `(` is never closed.",
    expected: "`)`",
    at: "open",
  },
  {
    when: ({ after }) => /^(?:AND|OR)(?:$|[\s()])/.test(after),
    message: ({ after }) => `\`${firstWord(after)}\` needs a condition before it.`,
    expected: CONDITION,
    at: "after",
  },
  {
    when: ({ after }) => after.startsWith(","),
    message: () => "A comma only stands in a list of values, as in `stage:won,lost`.",
    expected: "a space, AND or OR",
    at: "after",
    hint: 'Text with a comma is quoted: "…".',
  },
  {
    when: ({ after }) => after.startsWith(")"),
    message: () => "This `)` closes nothing.",
    expected: CONDITION,
    at: "after",
  },
  {
    when: ({ after }) => OPERATOR.test(after),
    message: ({ after }) => `\`${firstWord(after)}\` needs a field before it.`,
    expected: CONDITION,
    at: "after",
    hint: QUOTE_HINT,
  },
  {
    // After any other `)` a condition may follow.
    when: ({ before }) => before.endsWith(")"),
    message: () => "`count(…)` is compared with a number.",
    expected: "an operator and a number, as in `count(deals)>3`",
    at: "before",
  },
  {
    when: ({ before }) => /(?:^|[\s(-])(?:any|none|all|count)\([^\s()]+$/.test(before),
    message: ({ before }) => `After \`${lastWord(before)}\` comes a comma or \`)\`.`,
    expected: "a comma and a condition, as in `any(deals, stage:won)`",
    at: "after",
  },
  {
    when: ({ after }) => after === "",
    message: ({ before }) => `Something is missing after \`${lastWord(before)}\`.`,
    expected: CONDITION,
    at: "before",
  },
];

const OTHERWISE: Omit<Rule, "when"> = {
  message: ({ after }) => `\`${firstWord(after)}\` is not expected here.`,
  expected: "a space, AND or OR",
  at: "after",
  hint: QUOTE_HINT,
};

/** Says what is wrong where a text stops making sense. */
export function describeSyntaxError(text: string, at: number): FilterError {
  const before = text.slice(0, at).trimEnd();
  const after = text.slice(before.length).trimStart();
  const stop = { before, after, open: unclosed(text) };
  const rule = RULES.find((candidate) => candidate.when(stop)) ?? OTHERWISE;
  const from = text.length - after.length;
  const places = {
    before: { from: before.length - lastWord(before).length, to: before.length },
    after: { from, to: from + firstWord(after).length },
    open: { from: stop.open ?? from, to: (stop.open ?? from) + 1 },
  };
  return {
    ...places[rule.at],
    message: rule.message(stop),
    expected: rule.expected,
    ...(rule.hint && { hint: rule.hint }),
    ...(after === "" && { isUnfinished: true }),
  };
}

/** Long words are cut: an error is one line. */
const MAX_SHOWN = 40;
const lastWord = (text: string) => (text.split(/\s/).at(-1) ?? "").slice(-MAX_SHOWN);

function firstWord(text: string): string {
  const [operator] = OPERATOR.exec(text) ?? [];
  const word = operator ?? (/^[(),"]/.test(text) ? text.slice(0, 1) : text.split(/[\s(),"]/, 1)[0]);
  return (word ?? "").slice(0, MAX_SHOWN);
}
