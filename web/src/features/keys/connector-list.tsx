import { IconChevronRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { Fragment, useState } from "react";
import { CodeBlock } from "../../ui/code-block.tsx";
import { Section } from "../../ui/page.tsx";
import { type Connector, connectors } from "./connectors.ts";
import classes from "./connectors.module.css";
import { hasGuide } from "./guides.ts";
import { SetupTexts } from "./setup-texts.tsx";

/** Every way to connect something, each with what to paste where. Closed at first: most people set up one. */
export function ConnectorList() {
  const known = connectors(window.location.origin).filter(({ guide }) => hasGuide(guide));
  return (
    <Section title="Connectors" lead="Open one for what to paste where. Add a key above first, one for each.">
      <ul className={classes.list}>
        {known.map((connector) => (
          <li key={connector.name}>
            <OneConnector connector={connector} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function OneConnector({ connector }: { connector: Connector }) {
  const { name, use } = connector;
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={classes.connector} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={classes.summary}>
        <IconChevronRight size={14} stroke={1.75} aria-hidden />
        <span className={classes.name}>{name}</span>
        <span className={`${classes.use} k-truncate`}>{use}</span>
      </summary>
      {isOpen && <WhatToPaste connector={connector} />}
    </details>
  );
}

function WhatToPaste({ connector: { name, guide, steps, isForAssistants } }: { connector: Connector }) {
  return (
    <div className={classes.body}>
      {isForAssistants && <SetupTexts />}
      {steps.map(({ caption, code }, at) => (
        <Fragment key={caption}>
          <p className={classes.caption}>{caption}</p>
          <CodeBlock code={code} label={`${name}, part ${at + 1}`} />
        </Fragment>
      ))}
      <Link className={classes.guide} to="/docs/connect/$page" params={{ page: guide }}>
        How to connect: {name}
      </Link>
    </div>
  );
}
