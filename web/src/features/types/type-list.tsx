import { ActionIcon, Button, VisuallyHidden } from "@mantine/core";
import { IconPlus, IconRestore } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { read } from "../../calls.ts";
import { useRetire } from "./change-types.ts";
import classes from "./data-model.module.css";
import { TypeIcon } from "./type-icon.tsx";
import type { TypeList } from "./types.ts";

interface TypeListBoxProps {
  items: TypeList["items"];
  current: string | undefined;
  isAdmin: boolean;
  onAdd: () => void;
}

export function TypeListBox({ items, current, isAdmin, onAdd }: TypeListBoxProps) {
  return (
    <nav className={classes.list} aria-label="Types">
      <div className={classes.listHead}>
        Types
        {isAdmin && (
          <Button variant="subtle" leftSection={<IconPlus size={14} stroke={1.75} />} onClick={onAdd}>
            Add
          </Button>
        )}
      </div>
      <ul>
        {items.map((type) => (
          <li key={type.key}>
            <Link
              className={classes.link}
              to="/company/data-model"
              search={{ type: type.key }}
              activeOptions={{ exact: true }}
              activeProps={{}}
              aria-current={type.key === current ? "page" : undefined}
            >
              <TypeIcon name={type.icon} />
              <span className="k-truncate">{type.label_plural}</span>
              <span className={classes.end}>
                {type.fields.length}
                <VisuallyHidden> fields</VisuallyHidden>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {isAdmin && <RetiredTypes />}
    </nav>
  );
}

function RetiredTypes() {
  const { data } = useQuery(read("types.listRetired", {}));
  const { setType, isWorking } = useRetire();
  if (!data || data.types.length === 0) return null;
  return (
    <section className={classes.retired} aria-label="Retired types">
      <div className={classes.listHead}>Retired</div>
      <ul>
        {data.types.map((type) => (
          <li className={classes.retiredType} key={type.key}>
            <TypeIcon name={type.icon} />
            <span className="k-truncate">{type.label_plural}</span>
            <span className={classes.end}>
              <ActionIcon
                aria-label={`Restore ${type.label_plural}`}
                title={`Restore ${type.label_plural}`}
                disabled={isWorking}
                onClick={() => setType(type.key, type.label_plural, false)}
              >
                <IconRestore size={16} stroke={1.75} />
              </ActionIcon>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
