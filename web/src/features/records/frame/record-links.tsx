import { wholeText } from "../../../ui/formats.ts";
import { ActionIcon, Menu } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useCreateRecord } from "../create/create-provider.tsx";
import { countQuery } from "../../filters/index.ts";
import { fieldOf, offered, type RecordType, TypeIcon, useTypesWhenKnown } from "../../types/index.ts";
import classes from "../../../layout/shell.module.css";

/** The record types, each a list. */
export function RecordLinks() {
  const create = useCreateRecord();
  const types = useTypesWhenKnown()?.items;
  if (!types) return null;
  return (
    <>
      <div className={classes.heading}>
        Records
        <Menu position="bottom-start">
          <Menu.Target>
            <ActionIcon className={classes.end} size={20} aria-label="New record" title="New record (C)">
              <IconPlus size={14} stroke={1.75} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {types.map((type) => (
              <Menu.Item leftSection={<TypeIcon name={type.icon} />} onClick={() => create(type.key)} key={type.key}>
                New {type.label.toLowerCase()}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </div>
      {types.map((type) => (
        <Link
          className={classes.link}
          to="/records/$type"
          params={{ type: type.key }}
          search={{}}
          activeOptions={{ includeSearch: false }}
          key={type.key}
        >
          <TypeIcon name={type.icon} />
          <span className="k-truncate">{type.label_plural}</span>
          <Waiting type={type} />
        </Link>
      ))}
    </>
  );
}

/** What waits in a type: tasks that are due, leads nobody has looked at. */
function Waiting({ type }: { type: RecordType }) {
  const waiting = waitingIn(type);
  const { data: count } = useQuery({ ...countQuery(type.key, waiting?.filter ?? ""), enabled: waiting !== undefined });
  if (!waiting || !count || count.value === 0) return null;
  return (
    <span className={classes.role}>
      {count.is_exact ? wholeText(count.value) : "1,000+"} {waiting.word}
    </span>
  );
}

function waitingIn(type: RecordType): { filter: string; word: string } | undefined {
  const stage = fieldOf(type, type.stage_field);
  if (!stage || type.amount_field) return undefined;
  if (type.date_field) return { filter: `is:open owner:@me ${type.date_field}:..today`, word: "due" };
  const [first] = offered(stage);
  return first && first.state === "open" ? { filter: `${stage.key}:${first.key}`, word: first.label.toLowerCase() } : undefined;
}
