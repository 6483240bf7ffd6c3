import { Button } from "@mantine/core";
import { IconFlask } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../../api.ts";
import { readAgain, useWrite } from "../../../calls.ts";
import { useIsNarrow } from "../../../ui/browser.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { rulesQuery } from "../read.ts";
import { differenceText, givenOf, type SavedRules } from "./draft.ts";
import classes from "./rules.module.css";
import type { RulesDraft } from "./use-rules-draft.ts";

export interface SaveRules {
  run: (over: boolean) => void;
  isSaving: boolean;
  error: Error | null;
  /** By the place of the rule and then by field. */
  errors: ReadonlyMap<number, Record<string, string>>;
  /** Somebody else has saved since these changes began. */
  isOvertaken: boolean;
  reset: () => void;
}

/** Saves the whole list as a new version, unless somebody else saved one meanwhile: then that is asked first. */
export function useSaveRules(draft: RulesDraft, saved: SavedRules, onSaved: () => void): SaveRules {
  const toast = useToast();
  const client = useQueryClient();
  const refresh: ("leadSending.getRules" | "leadSending.listRuleVersions")[] = ["leadSending.getRules", "leadSending.listRuleVersions"];
  const back = useWrite("leadSending.restoreRuleVersion", { refresh });
  const write = useWrite("leadSending.saveRules", {
    refresh,
    showsError: false,
    onDone: (answer) => {
      const { version } = answer;
      const before = draft.base.version;
      // What is shown next is what was saved: the old list must not come back for a moment.
      client.setQueryData(rulesQuery.queryKey, answer);
      draft.discard();
      onSaved();
      toast({
        text: `Version ${version} of the rules saved.`,
        ...(before > 0 ? { undo: () => back.mutate({ version: before, if_version: version }) } : {}),
      });
    },
  });
  const run = (over: boolean) =>
    write.mutate(
      {
        rules: draft.rules.map(givenOf),
        note: differenceText(draft.difference).slice(0, 500),
        if_version: over ? saved.version : draft.base.version,
      },
      {
        onError: (error) => {
          // Whoever saved meanwhile: the page shows it, and asks.
          void readAgain(client, ["leadSending.getRules"]);
          // A rule that is wrong is opened: its fields say what to do.
          const [wrong = -1] = error instanceof ApiError ? errorsByRule(error).keys() : [];
          const rule = draft.rules[wrong];
          if (rule) draft.setOpen(rule.key);
        },
      },
    );
  const errors = write.error instanceof ApiError ? errorsByRule(write.error) : new Map<number, Record<string, string>>();
  return {
    run,
    isSaving: write.isPending,
    error: write.error,
    errors,
    isOvertaken: saved.version > draft.base.version,
    reset: write.reset,
  };
}

/** "rules/3/filter" belongs to the filter of the fourth rule. */
function errorsByRule({ fields }: ApiError): Map<number, Record<string, string>> {
  const found = new Map<number, Record<string, string>>();
  for (const [pointer, message] of Object.entries(fields)) {
    const [, place, field = "name"] = /^rules[/.](\d+)(?:[/.](\w+))?/.exec(pointer) ?? [];
    if (place === undefined) continue;
    found.set(Number(place), { ...found.get(Number(place)), [field]: message });
  }
  return found;
}

interface SaveBarProps {
  draft: RulesDraft;
  saved: SavedRules;
  save: SaveRules;
  onDiscard: () => void;
  /** Shown where the trial is not in sight. */
  onTry?: () => void;
}

export function SaveBar({ draft, saved, save, onDiscard, onTry }: SaveBarProps) {
  const [isAsking, setAsking] = useState(false);
  const isNarrow = useIsNarrow();
  const who = saved.saved_by?.name ?? "Somebody";
  const refused = save.error instanceof ApiError && save.errors.size === 0 && !isConflict(save.error) ? save.error.message : undefined;
  return (
    <>
      <span className={classes.state} role={refused ? "alert" : "status"}>
        {refused ?? (save.isOvertaken ? `${who} saved version ${saved.version} meanwhile.` : onTry ? "" : "Nothing is sent while you try.")}
      </span>
      {onTry && (
        <Button leftSection={<IconFlask size={16} stroke={1.75} />} onClick={onTry}>
          {isNarrow ? "Try" : "Try on the last 100 leads"}
        </Button>
      )}
      <Button onClick={onDiscard}>Discard</Button>
      <Button variant="filled" loading={save.isSaving} onClick={() => (save.isOvertaken ? setAsking(true) : save.run(false))}>
        {saveLabel(draft)}
      </Button>
      <ConfirmDialog
        title={`Save over version ${saved.version}?`}
        opened={isAsking}
        onClose={() => setAsking(false)}
        confirm="Save over it"
        keep="Keep editing"
        isWorking={save.isSaving}
        onConfirm={() => {
          setAsking(false);
          save.run(true);
        }}
      >
        <p className="k-muted">
          {`${who} saved the rules while you were editing: ${saved.note || "there is a newer version."} Your list takes its place. Theirs stays under Versions.`}
        </p>
      </ConfirmDialog>
    </>
  );
}

const isConflict = ({ status }: ApiError) => status === 409 || status === 412;

function saveLabel({ difference, rules, isRuleChanged }: RulesDraft): string {
  const changed = rules.findIndex(isRuleChanged);
  const count = difference.added.length + difference.changed.length;
  return count === 1 && difference.removed.length === 0 && !difference.isReordered ? `Save rule ${changed + 1}` : "Save rules";
}
