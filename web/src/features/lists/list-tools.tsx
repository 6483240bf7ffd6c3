import { Button, Menu } from "@mantine/core";
import { IconLayoutColumns, IconLayoutRows } from "@tabler/icons-react";
import { fieldOf, type RecordType } from "../types/index.ts";
import { boardField, isBoardField } from "../boards/index.ts";
import { ColumnsMenu } from "./columns-menu.tsx";
import type { ListView } from "../views/index.ts";
import { isGroupable } from "../records/index.ts";
import { SortMenu } from "./sort-menu.tsx";

/** How the list is shown: grouped, with which columns, in which order. */
export function ListTools({ type, view }: { type: RecordType; view: ListView }) {
  return (
    <span style={{ display: "flex", gap: 4 }}>
      <span className="k-desk" style={{ display: "flex", gap: 4 }}>
        {view.layout === "table" ? <GroupMenu type={type} view={view} /> : <LanesMenu type={type} view={view} />}
        <ColumnsMenu type={type} view={view} />
      </span>
      <SortMenu type={type} view={view} />
    </span>
  );
}

function GroupMenu({ type, view }: { type: RecordType; view: ListView }) {
  const fields = type.fields.filter(isGroupable);
  const chosen = fieldOf(type, view.group);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="subtle" leftSection={<IconLayoutRows size={16} stroke={1.75} />}>
          {chosen ? `By ${chosen.label.toLowerCase()}` : "Group"}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => view.set({ group: "" })} aria-current={!chosen}>
          No groups
        </Menu.Item>
        {fields.map((field) => (
          <Menu.Item onClick={() => view.set({ group: field.key })} aria-current={field === chosen} key={field.key}>
            {field.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** What a board's lanes are, where there is a choice. */
function LanesMenu({ type, view }: { type: RecordType; view: ListView }) {
  const fields = type.fields.filter(isBoardField);
  const chosen = boardField(type, view.group);
  if (fields.length < 2 || !chosen) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="subtle" leftSection={<IconLayoutColumns size={16} stroke={1.75} />}>
          By {chosen.label.toLowerCase()}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {fields.map((field) => (
          <Menu.Item
            onClick={() => view.set({ group: field.key === type.stage_field ? "" : field.key })}
            aria-current={field === chosen}
            key={field.key}
          >
            {field.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
