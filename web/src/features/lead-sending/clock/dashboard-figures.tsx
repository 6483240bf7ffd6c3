import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { read } from "../../../calls.ts";
import { ClockFigures } from "./clock-figures.tsx";
import classes from "./clock.module.css";

/** On a dashboard, where the company has a time for first responses: how it is kept. */
export function DashboardFigures() {
  const { data } = useQuery(read("leadSending.getClockPolicy", {}));
  if (!data?.is_on) return null;
  return (
    <section className={classes.dashboard} aria-labelledby="first-response">
      <header className={classes.dashboardHead}>
        <h2 className={classes.dashboardTitle} id="first-response">
          First response to leads
        </h2>
        <Link to="/lead-sending/first-response">Waiting leads</Link>
      </header>
      <ClockFigures />
    </section>
  );
}
