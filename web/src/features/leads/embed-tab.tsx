import { Button } from "@mantine/core";
import { IconBolt, IconBraces, IconCode, IconExternalLink, IconLink, IconShieldLock } from "@tabler/icons-react";
import type { Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { CodeBlock } from "../../ui/code-block.tsx";
import { CopyIcon } from "../../ui/copy.tsx";
import { Notice } from "../../ui/states.tsx";
import { curlOf, plainHtml, policyLines, scriptLine } from "./embed-code.ts";
import classes from "./embed-tab.module.css";
import { Origins } from "./origins.tsx";
import type { LeadSource } from "./read.ts";
import spam from "./spam-tab.module.css";
import type { Editor } from "./use-editor.ts";

/** How the form gets onto a website. */
export function EmbedTab({ source, editor }: { source: LeadSource; editor: Editor }) {
  return (
    <div className={spam.split}>
      <div className={`${spam.main} ${classes.ways}`}>
        {source.state !== "published" && (
          <Notice>Visitors get “not found” until the form is published. You can put it into your page before.</Notice>
        )}
        <Way
          icon={IconBolt}
          title="One line"
          note="The form stands where the line is. It keeps the lead in the browser and tries again while Kith cannot be reached."
        >
          <CodeBlock code={scriptLine(source)} label="Code: One line" />
        </Way>
        <Way
          icon={IconCode}
          title="Plain HTML"
          note="Your own markup. Works without scripts; with ours, in one line, a lead outlives an outage."
        >
          <CodeBlock code={plainHtml(source)} label="Code: Plain HTML" />
        </Way>
        <Way icon={IconLink} title="Hosted page" note="For emails, ads and a stand at a fair.">
          <span className={classes.address}>
            <span className={classes.url}>
              <code className="k-truncate">{source.url}</code>
              <CopyIcon text={source.url} label="Copy the address" />
            </span>
            <Button
              component="a"
              href={source.url}
              target="_blank"
              rel="noopener"
              size="sm"
              leftSection={<IconExternalLink size={16} stroke={1.75} />}
            >
              Open
            </Button>
          </span>
        </Way>
        <Way icon={IconBraces} title="JSON" note="From a server or an app.">
          <CodeBlock code={curlOf(source)} label="Code: JSON" />
        </Way>
        <Way icon={IconShieldLock} title="Security policy" note="If your pages send a content security policy, add these to it.">
          <CodeBlock code={policyLines(source)} label="Code: Security policy" />
        </Way>
      </div>
      <aside className={spam.side} aria-label="Allowed origins">
        <Origins editor={editor} />
      </aside>
    </div>
  );
}

interface WayProps {
  icon: Icon;
  title: string;
  note: string;
  children: ReactNode;
}

function Way({ icon: Icon, title, note, children }: WayProps) {
  return (
    <section className={classes.way} aria-label={title}>
      <div className={classes.words}>
        <Icon size={16} stroke={1.75} aria-hidden />
        <div>
          <h2 className={classes.title}>{title}</h2>
          <p className={spam.note}>{note}</p>
        </div>
      </div>
      <div className={classes.code}>{children}</div>
    </section>
  );
}
