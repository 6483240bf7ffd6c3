import { IconFlask } from "@tabler/icons-react";
import { useState } from "react";
import { useIsAdmin } from "../../session.ts";
import { RemoveSamples } from "./remove-samples.tsx";
import classes from "./samples.module.css";
import { useSamples } from "./samples.ts";

/** Shown in the sidebar while there is sample data, so that nobody takes it for real. */
export function SampleLine() {
  const isAdmin = useIsAdmin();
  const { data } = useSamples();
  const [isAsking, setAsking] = useState(false);
  if (!isAdmin || data?.state !== "loaded") return null;
  return (
    <div className={classes.line}>
      <IconFlask size={16} stroke={1.75} aria-hidden />
      Sample data
      <button className={classes.link} type="button" onClick={() => setAsking(true)}>
        Remove
      </button>
      {isAsking && <RemoveSamples samples={data} onClose={() => setAsking(false)} />}
    </div>
  );
}
