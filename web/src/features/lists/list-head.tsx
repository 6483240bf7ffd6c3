import { Button, Menu, VisuallyHidden } from "@mantine/core";
import { IconCopy, IconDownload, IconLayoutKanban, IconPlus, IconTable, IconTrash, IconUpload } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { useKeys } from "../../ui/keyboard.ts";
import { Kbd } from "../../ui/kbd.tsx";
import { loadExportDialog } from "../exports/index.ts";
import { showsTrash } from "../filters/index.ts";
import { manyOf, oneOf, type RecordType } from "../types/index.ts";
import { useIsPhone } from "../../ui/browser.ts";
import { TypeMenu } from "./type-menu.tsx";
import { ListMenu, type ListView } from "../views/index.ts";
import { boardField } from "../boards/index.ts";
import classes from "./list-page.module.css";

interface ListHeadProps {
  type: RecordType;
  view: ListView;
}

const ExportDialog = lazy(async () => ({ default: (await loadExportDialog()).ExportDialog }));

const layouts = [
  { layout: "table", title: "Table", icon: IconTable },
  { layout: "board", title: "Board", icon: IconLayoutKanban },
] as const;

/** What this list is, how it is laid out, and the way to a new record. */
export function ListHead({ type, view }: ListHeadProps) {
  const navigate = useNavigate({ from: "/records/$type" });
  const create = () => void navigate({ search: (before) => ({ ...before, create: true as const }) });
  const [isExporting, setExporting] = useState(false);
  const isPhone = useIsPhone();
  useKeys({ n: create });
  return (
    <header className={classes.head}>
      <h1 className={classes.title}>
        {isPhone ? <TypeMenu type={type} /> : showsTrash(view.filter) ? `${type.label_plural} in the trash` : type.label_plural}
      </h1>
      {boardField(type, view.group) && (
        <span className={classes.layouts} role="group" aria-label="Layout">
          {layouts.map(({ layout, title, icon: LayoutIcon }) => (
            <button
              className={classes.layout}
              type="button"
              aria-pressed={view.layout === layout}
              onClick={() => view.set({ layout })}
              key={layout}
            >
              <LayoutIcon size={16} stroke={1.75} aria-hidden />
              {isPhone ? <VisuallyHidden>{title}</VisuallyHidden> : title}
            </button>
          ))}
        </span>
      )}
      <ListMenu type={type} view={view}>
        <Menu.Item
          leftSection={<IconUpload size={16} stroke={1.75} />}
          onClick={() => void navigate({ to: "/records/import", search: { type: type.key } })}
        >
          Import {manyOf(type)}
        </Menu.Item>
        <Menu.Item leftSection={<IconDownload size={16} stroke={1.75} />} onClick={() => setExporting(true)}>
          Export these {manyOf(type)}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconCopy size={16} stroke={1.75} />}
          onClick={() => void navigate({ to: "/records/$type/duplicates", params: { type: type.key }, search: {} })}
        >
          Find duplicates
        </Menu.Item>
        <Menu.Item
          leftSection={<IconTrash size={16} stroke={1.75} />}
          onClick={() => void navigate({ to: "/records/$type/trash", params: { type: type.key }, search: {} })}
        >
          Trash
        </Menu.Item>
      </ListMenu>
      {isExporting && (
        <Suspense>
          <ExportDialog
            type={type}
            filter={view.filter}
            sort={view.sort}
            columns={view.columns}
            opened
            onClose={() => setExporting(false)}
          />
        </Suspense>
      )}
      <Button variant="filled" leftSection={<IconPlus size={16} stroke={1.75} />} rightSection={<Kbd keys="n" onInk />} onClick={create}>
        <span className="k-desk">New {oneOf(type)}</span>
        <span className="k-phone">New</span>
      </Button>
    </header>
  );
}
