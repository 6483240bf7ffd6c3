import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, lazy, Suspense } from "react";
import { Dialog, DialogBody } from "../../../ui/dialog.tsx";
import { Kbd } from "../../../ui/kbd.tsx";
import { useKeys } from "../../../ui/keyboard.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { SkeletonRows } from "../../../ui/states.tsx";
import type { Values } from "../../fields/index.ts";
import { oneOf, type RecordType, TypeIcon, types } from "../../types/index.ts";
import classes from "./quick-create.module.css";

const NewRecordForm = lazy(async () => ({ default: (await import("./new-record-form.tsx")).NewRecordForm }));

/** A record to be made from wherever one is. Without a type, the first question is which. */
export interface Creation {
  type?: string | undefined;
  name?: string | undefined;
  values?: Values | undefined;
}

interface QuickCreateProps {
  creation: Creation;
  opened: boolean;
  onChange: (creation: Creation) => void;
  onClose: () => void;
}

export function QuickCreate({ creation, opened, onChange, onClose }: QuickCreateProps) {
  const query = useQuery(types);
  const type = query.data?.items.find((one) => one.key === creation.type);
  return (
    <Dialog title={type ? `New ${oneOf(type)}` : "New record"} opened={opened} onClose={onClose} width={type ? 600 : 400}>
      {type ? (
        <Suspense fallback={waiting}>
          <div ref={takeFocus}>
            <NewRecordForm
              type={type}
              {...(creation.name ? { name: creation.name } : {})}
              {...(creation.values ? { given: creation.values } : {})}
              onDone={onClose}
            />
          </div>
        </Suspense>
      ) : (
        <DialogBody>
          <Loaded query={query} what="The types">
            {({ items }) => <Types items={items} onChoose={(chosen) => onChange({ ...creation, type: chosen.key })} />}
          </Loaded>
        </DialogBody>
      )}
    </Dialog>
  );
}

const waiting = (
  <DialogBody>
    <SkeletonRows />
  </DialogBody>
);

// The dialog puts the cursor where it belongs when it opens; the form comes later, after the type was chosen or its code has come.
const takeFocus = (node: HTMLElement | null) => node?.querySelector<HTMLElement>("[data-autofocus]")?.focus();

const NUMBERED = 9;

function Types({ items, onChoose }: { items: RecordType[]; onChoose: (type: RecordType) => void }) {
  useKeys(Object.fromEntries(items.slice(0, NUMBERED).map((type, at) => [String(at + 1), () => onChoose(type)])), { inDialog: true });
  return (
    <ul className={classes.types} ref={takeFocus}>
      {items.map((type, at) => (
        <li key={type.key}>
          <button
            className={classes.type}
            type="button"
            onClick={() => onChoose(type)}
            onKeyDown={walk}
            {...(at === 0 ? { "data-autofocus": true } : {})}
          >
            <TypeIcon name={type.icon} />
            <span className="k-truncate">{type.label}</span>
            {at < NUMBERED && (
              <span className={classes.key}>
                <Kbd keys={String(at + 1)} />
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}

function walk(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const stops = [...(event.currentTarget.closest("ul")?.querySelectorAll("button") ?? [])];
  stops.at((stops.findIndex((stop) => stop === event.currentTarget) + step) % stops.length)?.focus();
}
