/** A filter on a few deals, and the names of those it finds. Each was once wrong in SQL or in memory, or nearly so. */
export interface Case {
  name: string;
  deals: Record<string, Record<string, unknown>>;
  found: Record<string, string[]>;
}

const LAST_DAY = "9999-12-31";

export const CASES: readonly Case[] = [
  {
    // The first day after them has a year of five digits, which orders before all others as text and is no date to PostgreSQL.
    name: "days up to the end of the calendar, and after it",
    deals: { soon: { close_date: "2026-11-14", signed_on: "2026-11-14" }, last: { close_date: LAST_DAY, signed_on: LAST_DAY }, never: {} },
    found: {
      "close_date>9999": [],
      "signed_on>9999": [],
      "close_date>9999-12-31": [],
      "-close_date>9999": ["last", "never", "soon"],
      "close_date<=9999": ["last", "soon"],
      "signed_on<=9999": ["last", "soon"],
      "close_date:9999": ["last"],
      "signed_on:9999-12,2026": ["last", "soon"],
      "signed_on:2027..9999": ["last"],
      "close_date>=9999-12-31T23:59-14:00": [],
      "signed_on>=9999-12-31T23:59-14:00": [],
      "close_date<9999-12-31T23:59-14:00": ["last", "soon"],
    },
  },
  {
    // Berlin enters the year 10000 an hour before the last instant that a field can hold.
    name: "instants up to the end of the calendar, and after it",
    deals: {
      soon: { next_call: "2026-11-14T09:30:00.000Z" },
      last: { next_call: "9999-12-31T22:59:59.999Z" },
      beyond: { next_call: "9999-12-31T23:59:59.999Z" },
      never: {},
    },
    found: {
      "next_call>9999": ["beyond"],
      "created_at>9999": [],
      "next_call<=9999": ["last", "soon"],
      "created_at<=9999": ["beyond", "last", "never", "soon"],
      "next_call:9999": ["last"],
      "next_call:9999-12-31T23:59-14:00": [],
      "next_call<9999-12-31T23:59-14:00": ["beyond", "last", "soon"],
      "-next_call<9999-12-31T23:59-14:00": ["never"],
      "next_call:2027..9999-12-31T23:59-14:00": ["beyond", "last"],
      "next_call>9999-12-31T23:59-14:00": [],
    },
  },
  {
    // The search text is folded as a whole, the value by itself: a final sigma must come out alike.
    name: "a final sigma, in the value and in the text of the whole record",
    deals: { upper: { next_step: "ΟΔΥΣΣΕΥΣ", notes: "Α" }, lower: { next_step: "οδυσσευς" }, inner: { next_step: "ΟΔΥΣΣΕΥΣΑ" } },
    found: {
      "next_step:ΟΔΥΣΣΕΥΣ": ["lower", "upper"],
      "next_step~ΟΔΥΣΣΕΥΣ": ["lower", "upper"],
      "next_step^=οδυσσευσ": ["inner"],
      ΟΔΥΣΣΕΥΣ: ["lower", "upper"],
    },
  },
  {
    name: "letters that fold to several, to none of their own, or look alike",
    deals: {
      dotted: { next_step: "İSTANBUL" },
      dotless: { next_step: "ıstanbul" },
      plain: { next_step: "ISTANBUL" },
      sharp: { next_step: "STRAẞE" },
      double: { next_step: "strasse" },
      kelvin: { next_step: "\u212a\u212b" },
    },
    found: {
      "next_step:i̇stanbul": ["dotted"],
      "next_step:istanbul": ["plain"],
      "next_step~stanbul": ["dotless", "dotted", "plain"],
      "next_step:straße": ["sharp"],
      "next_step:STRASSE": ["double"],
      "next_step:kå": ["kelvin"],
    },
  },
  {
    name: "text sent decomposed is found composed, and the other way round",
    deals: {
      composed: { next_step: "Ångström" },
      apart: { next_step: "A\u030angstro\u0308m" },
      hangul: { next_step: "\u1112\u1161\u11ab" },
    },
    found: {
      "next_step:ångström": ["apart", "composed"],
      "next_step~a\u030angstro\u0308": ["apart", "composed"],
      "next_step:한": ["hangul"],
      "A\u030aNG": ["apart", "composed"],
    },
  },
  {
    name: "what LIKE, regular expressions and JSON take for something else",
    deals: {
      percent: { next_step: "100%" },
      lodash: { next_step: "a_b" },
      slash: { next_step: "a\\b" },
      quote: { next_step: 'it\'s "so"' },
      "100x": { next_step: "100x axb" },
    },
    found: {
      'next_step~"0%"': ["percent"],
      "next_step~a_b": ["lodash"],
      'next_step~"\\\\"': ["slash"],
      'next_step:"it\'s \\"so\\""': ["quote"],
      "next_step^=.*": [],
      "100%": ["percent"],
      _: ["lodash"],
    },
  },
  {
    // Sent as a string, a filter that begins like JSON is JSON: printed, such a text must be quoted, and typed, it must be refused.
    name: "text that begins like JSON",
    deals: { list: { next_step: "[] {}" }, draft: { next_step: "[draft]" }, none: {} },
    found: {
      '"[]"': ["list"],
      '"{}"': ["list"],
      "[draft]": ["draft"],
      "next_step:[draft]": ["draft"],
      "next_step~{}": ["list"],
      "-[]": ["draft", "none"],
    },
  },
  {
    name: "text is ordered by code point, also beyond the first 65,536",
    deals: { private: { next_step: "\ue000" }, emoji: { next_step: "😀" }, last: { next_step: "\uffff" }, a: { next_step: "a" }, none: {} },
    found: {
      "next_step>\uffff": ["emoji"],
      "next_step<😀": ["a", "last", "private"],
      "next_step:\ue000..\uffff": ["last", "private"],
      "-next_step<😀": ["emoji", "none"],
    },
  },
  {
    name: "numbers are exact to fifteen digits, in a column and beside it",
    deals: {
      tenth: { amount: 0.1, budget: 0.1, probability: 0.1 },
      sum: { amount: 0.3, budget: 0.3, probability: 0.1 + 0.2 },
      large: { amount: 999999999999999, budget: 999999999999999, probability: 999999999999999 },
      tiny: { amount: 0.000001, budget: 0.000001, probability: 1e-7 },
    },
    found: {
      "amount:0.1,999999999999999": ["large", "tenth"],
      "budget:0.1,999999999999999": ["large", "tenth"],
      "probability>0.3": ["large", "sum"],
      "budget:0.3": ["sum"],
      "probability:1e-7": ["tiny"],
      "amount<=1e-6": ["tiny"],
      "budget>=1e15": [],
    },
  },
  {
    name: "options whose keys look like other values",
    deals: { both: { tags: ["true", "today"] }, one: { tags: ["true"] }, none: { tags: [] } },
    found: { "tags:true": ["both", "one"], "tags!=today": ["none", "one"], "tags:true -tags:today": ["one"], "no:tags": ["none"] },
  },
];
