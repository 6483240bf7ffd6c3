import { Button, Menu } from "@mantine/core";
import { IconArrowsSort, IconLayoutColumns, IconLayoutRows, IconSortAscending, IconSortDescending } from "@tabler/icons-react";
import { fieldOf, type RecordType } from "../types/index.ts";
import { boardField, isBoardField } from "../boards/index.ts";
import { ColumnsMenu } from "./columns-menu.tsx";
import type { ListView } from "../views/index.ts";
import { isSortable } from "./table/table-columns.ts";
import { isGroupable } from "../records/index.ts";
import classes from "./list-page.module.css";

/** How the list is shown: grouped, with which columns, in which order. */
export function ListTools({ type, view }: { type: RecordType; view: ListView }) {
  return (
    <span style={{ display: "flex", gap: 4 }}>
      <span className="k-desk" style={{ display: "flex", gap: 4 }}>
        {view.layout === "table" ? <GroupMenu type={type} view={view} /> : <LanesMenu type={type} view={view} />}
        {view.layout === "table" && <ColumnsMenu type={type} view={view} />}
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

function SortMenu({ type, view }: { type: RecordType; view: ListView }) {
  const isDown = view.sort.startsWith("-");
  const field = fieldOf(type, view.sort.replace(/^-/, ""));
  const turn = () => view.set({ sort: isDown ? view.sort.slice(1) : `-${view.sort}` });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          className={classes.sort ?? ""}
          variant="subtle"
          leftSection={<IconArrowsSort size={16} stroke={1.75} />}
          aria-label={`Sorted by ${field?.label ?? ""}`}
        >
          {field?.label ?? "Sort"}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={400} style={{ overflowY: "auto" }}>
        <Menu.Item
          leftSection={isDown ? <IconSortAscending size={16} stroke={1.75} /> : <IconSortDescending size={16} stroke={1.75} />}
          onClick={turn}
        >
          {isDown ? "Sort ascending" : "Sort descending"}
        </Menu.Item>
        <Menu.Divider />
        {type.fields.filter(isSortable).map((one) => (
          <Menu.Item onClick={() => view.set({ sort: one.key })} aria-current={one === field} key={one.key}>
            {one.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
