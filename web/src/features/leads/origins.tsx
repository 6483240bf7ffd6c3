import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useState } from "react";
import classes from "./embed-tab.module.css";
import spam from "./spam-tab.module.css";
import type { Editor } from "./use-editor.ts";

const MAX_ORIGINS = 20;

/** The sites that may show the form. Their list is saved with the form. */
export function Origins({ editor: { draft, change, problems, canChange } }: { editor: Editor }) {
  const [typed, setTyped] = useState("");
  const { origins } = draft;
  const add = () => {
    const origin = typed.trim();
    if (origin !== "" && !origins.includes(origin)) change({ origins: [...origins, origin] });
    setTyped("");
  };
  return (
    <section aria-label="Allowed origins">
      <h2 className={spam.h3}>Allowed origins</h2>
      {origins.length > 0 && (
        <ul className={classes.origins}>
          {origins.map((origin, at) => (
            <li key={origin}>
              <span className={classes.origin}>
                <code>{origin}</code>
                {problems[`origins/${at}`] && <span className={classes.problem}>{problems[`origins/${at}`]}</span>}
              </span>
              {canChange && (
                <ActionIcon aria-label={`Remove ${origin}`} onClick={() => change({ origins: origins.filter((one) => one !== origin) })}>
                  <IconX size={14} stroke={1.75} />
                </ActionIcon>
              )}
            </li>
          ))}
        </ul>
      )}
      {canChange && origins.length < MAX_ORIGINS && (
        <form
          className={classes.add}
          onSubmit={(event) => {
            event.preventDefault();
            add();
          }}
        >
          <TextInput
            aria-label="Address of a site"
            placeholder="https://www.example.com"
            classNames={{ input: classes.mono ?? "" }}
            maxLength={200}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" size="sm" disabled={typed.trim() === ""} leftSection={<IconPlus size={14} stroke={1.75} />}>
            Add
          </Button>
        </form>
      )}
      <p className="k-tip">
        {origins.length === 0
          ? "Any site can show the form. Name yours, and what others send is held."
          : "What is sent from another site is held. The hosted page is always allowed."}
      </p>
    </section>
  );
}
