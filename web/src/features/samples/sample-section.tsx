import { wholeText } from "../../ui/formats.ts";
import { Button } from "@mantine/core";
import { useState } from "react";
import { RelativeTime } from "../../ui/clock.tsx";
import { Line, Lines, Section } from "../../ui/page.tsx";
import { RemoveSamples } from "./remove-samples.tsx";
import { SampleOffer } from "./sample-offer.tsx";
import { useSamples } from "./samples.ts";

/** Where an Admin can remove sample data, or load it while the company is empty. */
export function SampleSection() {
  const { data } = useSamples();
  const [isAsking, setAsking] = useState(false);
  if (!data || (data.state === "none" && !data.can_load)) return null;
  return (
    <Section title="Sample data" lead="Made-up records for trying things out. Removing them does not touch your own records.">
      {data.state === "loaded" ? (
        <Lines>
          <Line label={`${wholeText(data.records)} records`}>
            <span className="k-muted">
              loaded by {data.loaded_by?.name} {data.loaded_at && <RelativeTime at={data.loaded_at} />}
            </span>
            <Button className="k-danger" onClick={() => setAsking(true)}>
              Remove
            </Button>
          </Line>
        </Lines>
      ) : (
        <SampleOffer />
      )}
      {isAsking && <RemoveSamples samples={data} onClose={() => setAsking(false)} />}
    </Section>
  );
}
