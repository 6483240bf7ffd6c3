import { useLocalStorage } from "@mantine/hooks";
import { useMe } from "../../session.ts";
import { hasRecords, useSamples } from "../samples/index.ts";

/** Whether the first steps stand where the records will. Undefined until it is known what the company holds. */
export function useFirstRun() {
  const { user } = useMe();
  const [choice, setChoice] = useLocalStorage<"shown" | "hidden">({
    key: `kith.first-run.${user.id}`,
    defaultValue: "shown",
    // Read at once: the steps must not flash by for someone who has hidden them.
    getInitialValueInEffect: false,
  });
  const { data } = useSamples();
  const isHidden = choice === "hidden";
  // While sample data comes in, the page that tells how far it is stays.
  const isEmpty = data && (!hasRecords(data) || data.state === "loading");
  const isNearlyEmpty = data && (isEmpty || (data.records === 0 && data.own_types.length < 2));
  return {
    /** There is nothing here at all. */
    isFirst: isHidden ? false : isEmpty,
    /** There is hardly anything yet: an empty list still shows how far the steps are. */
    isBeginning: isHidden ? false : isNearlyEmpty,
    hide: () => setChoice("hidden"),
  };
}
