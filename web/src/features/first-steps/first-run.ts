import { useLocalStorage } from "@mantine/hooks";
import { useCallback } from "react";
import { useMe } from "../../session.ts";
import { hasRecords, useSamples } from "../samples/index.ts";

/** "begun": this person has seen the steps here, so they are offered until they are done or hidden. */
type Choice = "shown" | "begun" | "hidden";

/** Whether to show the first steps in place of records. Undefined until it is known what the company has. */
export function useFirstRun() {
  const { user } = useMe();
  const [choice, setChoice] = useLocalStorage<Choice>({
    key: `kith.first-run.${user.id}`,
    defaultValue: "shown",
    // Read before the first render: hidden steps must not flash.
    getInitialValueInEffect: false,
  });
  const begin = useCallback(() => setChoice((before) => (before === "shown" ? "begun" : before)), [setChoice]);
  const hide = useCallback(() => setChoice("hidden"), [setChoice]);
  const { data } = useSamples();
  const isHidden = choice === "hidden";
  // Keep the page with the progress while sample data is loading.
  const isEmpty = data && (!hasRecords(data) || data.state === "loading");
  const isNearlyEmpty = data && (isEmpty || (data.records === 0 && data.own_types.length < 2));
  return {
    /** The company has few records: one contact is no reason to take the steps away. */
    isBeginning: isHidden ? false : isNearlyEmpty,
    /** They were begun, and neither finished nor hidden. */
    isUnderWay: choice === "begun",
    isHidden,
    begin,
    hide,
  };
}
