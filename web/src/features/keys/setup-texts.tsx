import { Tabs } from "@mantine/core";
import { Fragment } from "react";
import { CodeBlock } from "../../ui/code-block.tsx";
import { setups } from "./setups.ts";
import classes from "./setup-texts.module.css";

/** How each client is told about the key, ready to paste. */
export function SetupTexts({ apiKey }: { apiKey: string }) {
  const clients = setups(`${window.location.origin}/api/v1`, apiKey);
  return (
    <Tabs defaultValue={valueOf(clients[0]?.client)} unstyled>
      <Tabs.List className={classes.list} aria-label="Client">
        {clients.map(({ client }) => (
          <Tabs.Tab
            className={classes.tab}
            value={valueOf(client)}
            key={client}
            onFocus={(event) => event.currentTarget.scrollIntoView({ inline: "center", block: "nearest" })}
          >
            {client}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {clients.map(({ client, steps }) => (
        <Tabs.Panel value={valueOf(client)} key={client}>
          {steps.map(({ caption, code }) => (
            <Fragment key={code}>
              {caption && <p className={classes.caption}>{caption}</p>}
              <CodeBlock code={code} label={`${client} set-up`} secret={apiKey} />
            </Fragment>
          ))}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

// The value becomes part of an id, where a space would end it.
const valueOf = (client = "") => client.replaceAll(" ", "-");
