import { IconTag } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useRows } from "../../calls.ts";
import { RelativeTime } from "../../ui/clock.tsx";
import { ButtonLink } from "../../ui/buttons.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { fieldOf, KIND_ICONS, useType } from "../types/index.ts";
import type { LeadSource, Submission } from "./read.ts";
import { nameOf, pageText } from "./reasons.ts";
import spam from "./spam-tab.module.css";
import classes from "./where-tab.module.css";

/** Which answer becomes which value, whom it is for, and where the last one went. */
export function WhereTab({ source }: { source: LeadSource }) {
  const query = useRows("leads.listSubmissions", { source: source.id, state: "taken" });
  const last = query.data?.[0];
  return (
    <div className={spam.split}>
      <div className={spam.main}>
        <Written source={source} last={last} />
        <Known />
      </div>
      <aside className={spam.side} aria-label="The last lead">
        <section aria-label="The last lead">
          <h2 className={spam.h3}>The last lead</h2>
          <Loaded query={query} what="The last lead">
            {() => (last ? <Last last={last} /> : <p className="k-muted">No lead came with this form yet.</p>)}
          </Loaded>
        </section>
      </aside>
    </div>
  );
}

function Written({ source, last }: { source: LeadSource; last: Submission | undefined }) {
  const type = useType("lead");
  return (
    <section aria-label="Written to">
      <h2 className={spam.h2}>Written to</h2>
      <p className={spam.lead}>Each answer goes into a field of the lead. Owner and status cannot be set from outside.</p>
      <table className={`${spam.table} ${classes.table}`}>
        <thead>
          <tr>
            <th scope="col">Question</th>
            <th scope="col">Field of the lead</th>
            <th scope="col">From the last lead</th>
          </tr>
        </thead>
        <tbody>
          {source.fields.map(({ key, label }) => {
            const known = type && fieldOf(type, key);
            const Icon = known && KIND_ICONS[known.type];
            return (
              <tr key={key}>
                <th scope="row">
                  <span className={classes.question}>
                    {Icon && <Icon size={16} stroke={1.75} aria-hidden />}
                    {label}
                  </span>
                </th>
                <td className="k-mono">{known || key === "name" ? key : `${key}, gone: kept in the message`}</td>
                <td className={classes.value}>{last?.given[key] ?? ""}</td>
              </tr>
            );
          })}
          <tr>
            <th scope="row">
              <span className={classes.question}>
                <IconTag size={16} stroke={1.75} aria-hidden />
                Form and campaign
              </span>
            </th>
            <td className="k-mono">source, campaign</td>
            <td className={classes.value}>{last && ["Website", last.attribution["utm_campaign"]].filter(Boolean).join(", ")}</td>
          </tr>
        </tbody>
      </table>
    </section>
  );
}

function Known() {
  return (
    <section aria-label="Somebody you know">
      <h2 className={spam.h2}>Somebody you know</h2>
      <p className={spam.lead}>Found by the same email or phone.</p>
      <dl className={classes.known}>
        <dt>An open lead</dt>
        <dd>Nothing is filed twice. What was sent is added to it, owner and history stay. After 30 days it goes down the rules again.</dd>
        <dt>A contact</dt>
        <dd>A new lead, linked to the contact and its organization.</dd>
        <dt>Nobody</dt>
        <dd>
          <p>
            A new lead. <Link to="/lead-sending/rules">The rules</Link> decide who gets it.
          </p>
        </dd>
      </dl>
    </section>
  );
}

function Last({ last }: { last: Submission }) {
  const page = pageText(last);
  return (
    <div className={classes.last}>
      <p>
        <b>{nameOf(last)}</b> sent the form <RelativeTime at={last.received_at} />
        {page && <span className={spam.note}>From {page}</span>}
      </p>
      <p className={spam.note}>{last.score === 0 ? "No reason to hold it." : `Let in with ${last.score} of 5 points.`}</p>
      <div className={classes.links}>
        {last.lead && (
          <ButtonLink to="/records/$type/$id" params={{ type: "lead", id: last.lead }}>
            Open the lead
          </ButtonLink>
        )}
        <ButtonLink to="/lead-sending/submissions/$submission" params={{ submission: last.id }}>
          What was sent
        </ButtonLink>
      </div>
    </div>
  );
}
