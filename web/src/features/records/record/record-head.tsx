import { ActionIcon, Button, Menu } from "@mantine/core";
import { IconArrowMerge, IconChevronRight, IconDots, IconLink, IconNote, IconPhone, IconRestore, IconTrash } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useWrite } from "../../../calls.ts";
import { recordPartsOf, useFeatures } from "../../../manifest.ts";
import { Kbd } from "../../../ui/kbd.tsx";
import { useIsNarrow } from "../../../ui/browser.ts";
import { Notice } from "../../../ui/states.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { fieldOf, isRelation, oneOf, type RecordType } from "../../types/index.ts";
import { type CrmRecord, FieldValue, isBlank, isRelated, listOf } from "../../fields/index.ts";
import { refreshRecords } from "../read/record-cache.ts";
import { useDeleteRecord } from "../save/save-record.ts";
import type { Place } from "../walk.ts";
import type { ActivityKind } from "../activity/activity-kinds.ts";
import { CloseButtons, CloseItems } from "./close-buttons.tsx";
import { useCopyLink } from "./copy-link.ts";
import { EditableTitle } from "./editable-title.tsx";
import { MergeWith } from "./merge-with.tsx";
import { RecordParts } from "./record-parts.tsx";
import classes from "./record-head.module.css";
import { WalkButtons } from "./walk-buttons.tsx";

interface RecordHeadProps {
  type: RecordType;
  record: CrmRecord;
  /** Where it stands in the list one came from. */
  place: Place | undefined;
  onNote: () => void;
  onLog: (kind: ActivityKind) => void;
}

/** What it is, whose it is, and what one does with it. */
export function RecordHead({ type, record, place, onNote, onLog }: RecordHeadProps) {
  const related = type.fields.find((field) => isRelation(field) && !field.is_multi && isRelated(record.values[field.key]));
  const hasMore = recordPartsOf(useFeatures(), record.type, "actions").length > 0;
  const [other] = related ? listOf(record.values[related.key]).filter(isRelated) : [];
  return (
    <>
      <nav className={classes.bar} aria-label="Breadcrumb">
        <Link className={classes.crumb} to="/records/$type" params={{ type: type.key }} search={place && !place.title ? place.search : {}}>
          {type.label_plural}
        </Link>
        <IconChevronRight size={14} stroke={1.75} aria-hidden />
        {place?.title && (
          <>
            <Link className={classes.crumb} to="/records/$type" params={{ type: type.key }} search={place.search}>
              {place.title}
            </Link>
            <IconChevronRight size={14} stroke={1.75} aria-hidden />
          </>
        )}
        <span className="k-truncate k-faint">{place ? place.text : record.title}</span>
        {place && <WalkButtons type={type} place={place} />}
      </nav>
      <header className={classes.head}>
        <EditableTitle type={type} record={record} level={1} />
        {related && other && (
          <Link className={classes.about} to="/records/$type/$id" params={{ type: related.relation?.type ?? "", id: other.id }}>
            {other.title}
          </Link>
        )}
        <Facts type={type} record={record} />
        <span className={classes.actions} data-more={hasMore || undefined}>
          <Button
            leftSection={<IconNote size={16} stroke={1.75} />}
            rightSection={<Kbd keys="t" />}
            onClick={onNote}
            className={`${classes.note} k-desk`}
          >
            Note
          </Button>
          {!record.deleted_at && (
            <Button
              leftSection={<IconPhone size={16} stroke={1.75} />}
              rightSection={<Kbd keys="c" />}
              onClick={() => onLog("call")}
              className="k-desk"
            >
              Call
            </Button>
          )}
          <RecordParts record={record} place="actions" />
          <CloseButtons type={type} record={record} />
          <RecordMenu type={type} record={record} onLog={onLog} />
        </span>
      </header>
      {record.deleted_at && <InTrash type={type} record={record} />}
    </>
  );
}

/** What a record is judged by, in one line: in a narrow window its fields are a tab away. */
function Facts({ type, record }: { type: RecordType; record: CrmRecord }) {
  const fields = [type.stage_field, type.amount_field, type.date_field].flatMap((key) => fieldOf(type, key) ?? []);
  const filled = fields.filter((field) => !isBlank(record.values[field.key]));
  if (!useIsNarrow() || filled.length === 0) return null;
  return (
    <div className={classes.facts}>
      {filled.map((field) => (
        <FieldValue field={field} value={record.values[field.key]} type={type} record={record} key={field.key} />
      ))}
    </div>
  );
}

function RecordMenu({ type, record, onLog }: Pick<RecordHeadProps, "type" | "record" | "onLog">) {
  const remove = useDeleteRecord();
  const navigate = useNavigate();
  const copy = useCopyLink(record);
  const [isMerging, setMerging] = useState(false);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={`More for this ${oneOf(type)}`}>
            <IconDots size={16} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconLink size={16} stroke={1.75} />} onClick={copy}>
            Copy link
          </Menu.Item>
          {!record.deleted_at && (
            <>
              {/* One line: whether it was a call, a meeting or an email is chosen in the dialog. */}
              <Menu.Item leftSection={<IconPhone size={16} stroke={1.75} />} onClick={() => onLog("call")}>
                Log an activity
              </Menu.Item>
              <CloseItems type={type} record={record} />
              <Menu.Item leftSection={<IconArrowMerge size={16} stroke={1.75} />} onClick={() => setMerging(true)}>
                Merge with…
              </Menu.Item>
              <Menu.Item
                leftSection={<IconTrash size={16} stroke={1.75} />}
                onClick={() => {
                  remove(record);
                  void navigate({ to: "/records/$type", params: { type: type.key } });
                }}
              >
                Delete
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {isMerging && <MergeWith type={type} record={record} onClose={() => setMerging(false)} />}
    </>
  );
}

function InTrash({ type, record }: { type: RecordType; record: CrmRecord }) {
  const client = useQueryClient();
  const toast = useToast();
  const restore = useWrite("records.restore", {
    async onDone() {
      toast({ text: `“${record.title}” restored.` });
      await refreshRecords(client);
    },
  });
  return (
    <div className={classes.trash}>
      <Notice tone="bad">This {oneOf(type)} is in the trash. Deleted permanently after 30 days.</Notice>
      <Button
        leftSection={<IconRestore size={16} stroke={1.75} />}
        onClick={() => restore.mutate({ id: record.id })}
        loading={restore.isPending}
      >
        Restore
      </Button>
    </div>
  );
}
