import { Fragment } from "react";
import { CodeBlock } from "../../ui/code-block.tsx";
import { QuietTabs } from "../../ui/quiet-tabs.tsx";
import { setups } from "./setups.ts";
import classes from "./keys.module.css";

/** Set-up instructions for each client, ready to paste. Without a key they say where it goes. */
export function SetupTexts({ apiKey }: { apiKey?: string }) {
  const clients = setups(`${window.location.origin}/api/v1`, apiKey ?? "your key");
  const tabs = clients.map(({ client, steps }) => ({
    title: client,
    content: steps.map(({ caption, code }) => (
      <Fragment key={code}>
        {caption && <p className={classes.caption}>{caption}</p>}
        <CodeBlock code={code} label={`${client} set-up`} {...(apiKey ? { secret: apiKey } : {})} />
      </Fragment>
    )),
  }));
  return <QuietTabs label="Client" tabs={tabs} />;
}
