import { createZone, readFilter, type Checked, type Lookup, type TypeSchema } from "@kith/filter";
import type { CompletionSource } from "@kith/filter/editor";
import { filterSchema } from "@kith/server/features/types/filter-schema";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useMe } from "../../session.ts";
import { formats } from "../../ui/formats.ts";
import { everyone } from "../members/index.ts";
import { useTypesWhenKnown } from "../types/index.ts";

/** The filter language as this company speaks it: its types, fields, options and people. It runs here, without the service. */
export interface FilterLanguage {
  check(text: string): Checked;
  /** What completion draws from, at this moment. */
  source(): CompletionSource;
}

/** Undefined until types and people are known: before that, nothing can be said about a text. */
export function useFilterLanguage(type: string): FilterLanguage | undefined {
  const types = useTypesWhenKnown()?.items;
  const schemas = useMemo(() => types && new Map(types.map((one) => [one.key, filterSchema(one)])), [types]);
  return useLanguageOf(type, schemas);
}

/** The same language for what is no record, such as conversations. Undefined until its schema and people are known. */
export function useLanguageOf(type: string, schemas: ReadonlyMap<string, TypeSchema> | undefined): FilterLanguage | undefined {
  const { user, company } = useMe();
  const members = useQuery(everyone).data;
  const me = user.id;
  const timeZone = company.time_zone;
  return useMemo(() => {
    if (!schemas || !members) return undefined;
    const lookup: Lookup = (key) => schemas.get(key);
    // Those who work here are offered first.
    const people = members.toSorted((a, b) => Number(a.disabled_at !== null) - Number(b.disabled_at !== null));
    const zone = createZone(timeZone);
    return {
      check: (text) => readFilter(text, { type, lookup, people, formats: formats() }),
      source: () => ({ type, lookup, people, me, moment: { now: Date.now(), zone, weekStart: formats().weekStart } }),
    };
  }, [type, schemas, members, me, timeZone]);
}
