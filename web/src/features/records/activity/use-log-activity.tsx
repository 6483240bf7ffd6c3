import { lazy, type ReactNode, Suspense, useState } from "react";
import { useKeys } from "../../../ui/keyboard.ts";
import type { Command } from "../../../ui/command.ts";
import type { CrmRecord } from "../../fields/index.ts";
import { ACTIVITY_KINDS, type ActivityKind, kindsOfActivity } from "./activity-kinds.ts";

const ActivityDialog = lazy(async () => ({ default: (await import("./activity-dialog.tsx")).ActivityDialog }));

interface LogActivity {
  log: (kind: ActivityKind) => void;
  commands: Command[];
  dialog: ReactNode;
}

/** Logs activities on the record of this page: by key, from the palette, and by whatever calls `log`. */
export function useLogActivity(record: CrmRecord, group: string): LogActivity {
  const [kind, setKind] = useState<ActivityKind>();
  const canLog = record.deleted_at === null;
  useKeys(canLog ? { c: () => setKind("call") } : {}, { isNearer: true });
  const commands = (canLog ? kindsOfActivity : []).map((one) => ({
    group,
    label: `Log ${ACTIVITY_KINDS[one].one}`,
    also: "activity phone spoke",
    icon: ACTIVITY_KINDS[one].icon,
    keys: one === "call" ? "c" : undefined,
    run: () => setKind(one),
  }));
  const dialog = kind && (
    <Suspense>
      <ActivityDialog record={record} begin={kind} onClose={() => setKind(undefined)} />
    </Suspense>
  );
  return { log: setKind, commands, dialog };
}
