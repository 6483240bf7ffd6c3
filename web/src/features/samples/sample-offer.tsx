import { wholeText } from "../../ui/formats.ts";
import { Button } from "@mantine/core";
import { useState } from "react";
import { Meter } from "../../ui/meter.tsx";
import { Notice } from "../../ui/states.tsx";
import { RemoveSamples } from "./remove-samples.tsx";
import classes from "./samples.module.css";
import { type Samples, useLoadSamples, useSamples } from "./samples.ts";

/** Offers to load sample data, and shows the progress. Only for Admins. */
export function SampleOffer() {
  const { data } = useSamples();
  if (!data) return null;
  if (data.state === "loading")
    return (
      <div className={classes.work}>
        <Meter
          title="Loading sample data"
          part={data.progress}
          count={data.records > 0 && `${wholeText(data.records)} records`}
          note="You can leave this page."
        />
      </div>
    );
  if (data.state === "failed") return <Failed samples={data} />;
  return data.can_load ? <Offer /> : null;
}

function Offer() {
  const load = useLoadSamples();
  return (
    <div className={classes.offer}>
      <span className="k-muted">Just looking?</span>
      <button className={classes.link} type="button" disabled={load.isPending} onClick={() => load.mutate({})}>
        Load sample data
      </button>
      <span className="k-tip">a year of deals and contacts, removed with one click</span>
    </div>
  );
}

function Failed({ samples }: { samples: Samples }) {
  const [isAsking, setAsking] = useState(false);
  const load = useLoadSamples();
  return (
    <div className={classes.work}>
      <Notice tone="bad">
        The sample data could not be loaded. {samples.failure}
        <div className={classes.ways}>
          {samples.records > 0 ? (
            <Button onClick={() => setAsking(true)}>Remove what was loaded</Button>
          ) : (
            <Button loading={load.isPending} onClick={() => load.mutate({})}>
              Try again
            </Button>
          )}
        </div>
      </Notice>
      {isAsking && <RemoveSamples samples={samples} onClose={() => setAsking(false)} />}
    </div>
  );
}
