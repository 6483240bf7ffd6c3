import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { read } from "../../calls.ts";
import { Kbd } from "../../ui/kbd.tsx";
import { Page } from "../../ui/page.tsx";
import { EndpointLines } from "../keys/endpoints.tsx";
import { useIsAdmin, useMe } from "../members/me.ts";
import { Checklist } from "./checklist.tsx";
import classes from "./start-page.module.css";
import { type Facts, stepsFor } from "./steps.ts";

/** Where everyone begins: what is left to set up, then where assistants connect. */
export function StartPage() {
  const { company, user } = useMe();
  const facts = useFacts();
  const steps = stepsFor(user.role, company, facts);
  const isDone = steps.every((step) => step.isDone);
  return (
    <Page title="Start" isWide>
      <div className={classes.first}>
        <h2 className={classes.title}>{isDone ? `${company.name} is set up` : `Set up ${company.name}`}</h2>
        <p className={classes.lead}>{isDone ? <WhatNext /> : "A few steps, about five minutes. Each one is optional and can be undone."}</p>
        <Checklist steps={steps} isKnown={facts !== undefined} />
        <h2 className={classes.heading}>Where assistants connect</h2>
        <EndpointLines />
        <p className={`k-tip ${classes.tip}`}>
          Both take a key in the <code>x-api-key</code> header.
        </p>
        <div className={`${classes.keys} k-desk`}>
          <span>
            <Kbd keys="mod k" /> find or do anything
          </span>
          <span>
            <Kbd keys="g c" /> go to Company
          </span>
          <span>
            <Kbd keys="?" /> all keys
          </span>
        </div>
      </div>
    </Page>
  );
}

function WhatNext() {
  const isAdmin = useIsAdmin();
  return (
    <>
      Ask your assistant “who works here with me?” to see it at work. What it does carries your name and its key’s
      {isAdmin ? (
        <>
          : read it under <Link to="/company/activity">Activity</Link>.
        </>
      ) : (
        <>
          ; your keys are under <Link to="/profile/api">API & Connectors</Link>.
        </>
      )}
    </>
  );
}

function useFacts(): Facts | undefined {
  const isAdmin = useIsAdmin();
  const keys = useQuery(read("keys.list", {}));
  const members = useQuery(read("members.list", { limit: 2 }));
  const invitations = useQuery({ ...read("invitations.list", {}), enabled: isAdmin });
  if (!keys.data || !members.data || (isAdmin && !invitations.data)) return undefined;
  return {
    keys: keys.data.items,
    members: members.data.items.length,
    invitations: invitations.data?.items.length ?? 0,
  };
}
