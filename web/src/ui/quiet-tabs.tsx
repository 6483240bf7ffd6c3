import { Tabs } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./quiet-tabs.module.css";

interface QuietTabsProps {
  label: string;
  tabs: { title: string; content: ReactNode }[];
}

/** Tabs inside a page or a dialog, with one content shown at a time. */
export function QuietTabs({ label, tabs }: QuietTabsProps) {
  return (
    <Tabs defaultValue={valueOf(tabs[0]?.title)} unstyled>
      <Tabs.List className={classes.list} aria-label={label}>
        {tabs.map(({ title }) => (
          <Tabs.Tab
            className={classes.tab}
            value={valueOf(title)}
            key={title}
            onFocus={(event) => event.currentTarget.scrollIntoView({ inline: "center", block: "nearest" })}
          >
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ title, content }) => (
        <Tabs.Panel value={valueOf(title)} key={title}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

// The value becomes part of an id, which must not contain spaces.
const valueOf = (title = "") => title.replaceAll(" ", "-");
