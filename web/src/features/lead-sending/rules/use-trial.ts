import type { OutputOf } from "@kith/server/contract";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { read } from "../../../calls.ts";
import { type DraftRule, givenOf } from "./draft.ts";

export type TrialAnswer = OutputOf<"leadSending.tryRules">;

export interface Trial {
  answer: TrialAnswer | undefined;
  error: Error | null;
  /** The answer is about the list as it was before the last change. */
  isStale: boolean;
  /** How many leads the rule at this place would take, if it was tried. */
  countAt: (at: number) => number | undefined;
}

const TYPING_MS = 250;

/** Tries the list as it stands on the last 100 leads. Nothing is saved or sent. */
export function useTrial(rules: DraftRule[], isWanted: boolean): Trial {
  const [settled] = useDebouncedValue(rules, TYPING_MS);
  const query = useQuery({
    ...read("leadSending.tryRules", { rules: settled.map(givenOf), with_all: true }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const answer = isWanted ? query.data : undefined;
  const isStale = settled !== rules || query.isPlaceholderData;
  return {
    answer,
    error: isWanted && !isStale ? query.error : null,
    isStale,
    countAt: (at) => (isStale ? undefined : answer?.rules[at]?.count),
  };
}
