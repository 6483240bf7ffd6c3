import { useClock } from "../../ui/clock.tsx";
import { BriefFact, useRecord } from "../records/index.ts";
import { localTime, zonesOf } from "./local-time.ts";

/** What time it is for a contact. Nothing where that is not certain, such as in a country with several time zones. */
export function LocalTimeFact({ id }: { id: string }) {
  const { now, zone } = useClock();
  const { record } = useRecord(id);
  const zones = record ? zonesOf(record) : [];
  const text = localTime(zones, now, zone);
  if (text === undefined) return null;
  return (
    <BriefFact label="Local time">
      <span className="k-number" title={zones[0]}>
        {text}
      </span>
    </BriefFact>
  );
}
