import { Line, Lines } from "../../ui/page.tsx";
import classes from "./held.module.css";

const LABELS: Record<string, string> = { page: "Page", referrer: "Referrer", landing: "Landing page" };
const FIRST = ["page", "referrer", "landing", "utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"];

/** The known ones first, then click ids and others. */
export const attributionOf = (attribution: Record<string, string>): [name: string, text: string][] =>
  Object.entries(attribution).toSorted(([one], [other]) => placeOf(one) - placeOf(other) || one.localeCompare(other));

const placeOf = (name: string) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);

export const attributionLabel = (name: string) => LABELS[name] ?? name;

/** "google, cpc, flow-autumn", or the site that linked here, or the page. */
export function originText(attribution: Record<string, string> | null): string | undefined {
  const utm = ["utm_source", "utm_medium", "utm_campaign"].flatMap((name) => attribution?.[name] ?? []);
  if (utm.length > 0) return utm.join(", ");
  const address = attribution?.["referrer"] || attribution?.["page"];
  return address ? address.replace(/^https?:\/\//, "").replace(/[?#].*$/, "") : undefined;
}

/** Where a visitor came from, as their browser said it. */
export function AttributionLines({ attribution }: { attribution: Record<string, string> }) {
  const parts = attributionOf(attribution);
  if (parts.length === 0) return <p className="k-muted">Nothing was sent along.</p>;
  return (
    <Lines>
      {parts.map(([name, text]) => (
        <Line label={attributionLabel(name)} key={name}>
          <span className={`${classes.fact} k-mono`}>{text}</span>
        </Line>
      ))}
    </Lines>
  );
}
