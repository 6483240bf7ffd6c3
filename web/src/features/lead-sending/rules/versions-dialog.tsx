import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read, useRows, useWrite } from "../../../calls.ts";
import { useIsAdmin } from "../../../session.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { LoadMore } from "../../../ui/buttons.tsx";
import { RelativeTime } from "../../../ui/clock.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../../ui/dialog.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { Coloured } from "../../filters/index.ts";
import { differenceOf, differenceText, draftOf, type SavedRules } from "./draft.ts";
import classes from "./versions.module.css";

interface VersionsDialogProps {
  rules: SavedRules;
  /** What is changed and not saved would be lost. */
  isChanged: boolean;
  onClose: () => void;
}

/** Every version of the list: who saved it, when, what it changed; and the way back to any of them. */
export function VersionsDialog({ rules, isChanged, onClose }: VersionsDialogProps) {
  const query = useRows("leadSending.listRuleVersions", {});
  const [chosen, setChosen] = useState<number>();
  return (
    <Dialog title="Versions" opened onClose={onClose}>
      <DialogBody>
        <Loaded query={query} what="The versions">
          {(versions) =>
            versions.length === 0 ? (
              <p className="k-muted">The first time the rules are saved, version 1 appears here.</p>
            ) : (
              <ul className={classes.versions} aria-label="Versions">
                {versions.map((one) => (
                  <li key={one.version}>
                    <button
                      className={classes.version}
                      type="button"
                      aria-pressed={chosen === one.version}
                      onClick={() => setChosen(chosen === one.version ? undefined : one.version)}
                    >
                      <b>Version {one.version}</b>
                      <span className={classes.who}>
                        <Avatar id={one.saved_by.id} name={one.saved_by.name} />
                        {one.saved_by.name}
                      </span>
                      <span className="k-tip">
                        {one.version === rules.version ? "in use, " : ""}
                        <RelativeTime at={one.saved_at} />
                      </span>
                      <span className={classes.note}>{one.note || `${one.rule_count} rules`}</span>
                    </button>
                    {chosen === one.version && <Version version={one.version} rules={rules} isChanged={isChanged} onDone={onClose} />}
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
        <LoadMore query={query} />
      </DialogBody>
      <DialogFoot tip="Going back saves the old list as a new version. Nothing is lost.">
        <Button size="sm" onClick={onClose}>
          Close
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

interface VersionProps {
  version: number;
  rules: SavedRules;
  isChanged: boolean;
  onDone: () => void;
}

function Version({ version, rules, isChanged, onDone }: VersionProps) {
  const isAdmin = useIsAdmin();
  const toast = useToast();
  const query = useQuery(read("leadSending.getRuleVersion", { version }));
  const back = useWrite("leadSending.restoreRuleVersion", {
    refresh: ["leadSending.getRules", "leadSending.listRuleVersions"],
    onDone: (answer) => {
      toast({ text: `Version ${version} is in use again, as version ${answer.version}.` });
      onDone();
    },
  });
  return (
    <div className={classes.content}>
      <Loaded query={query} what={`Version ${version}`}>
        {({ rules: old }) => (
          <>
            <ol className={classes.rules}>
              {old.map((rule) => (
                <li key={rule.id}>
                  <b>{rule.name}</b>
                  {!rule.is_on && <span className="k-faint"> off</span>}
                  {rule.filter && (
                    <span className="k-truncate">
                      <Coloured text={rule.filter} />
                    </span>
                  )}
                </li>
              ))}
            </ol>
            {version !== rules.version && (
              <p className="k-muted">
                {`Going back: ${differenceText(differenceOf(rules.rules.map(draftOf), old.map(draftOf))) || "changes nothing."}`}
              </p>
            )}
          </>
        )}
      </Loaded>
      {isAdmin && version !== rules.version && (
        <div className={classes.actions}>
          <Button
            size="sm"
            variant="filled"
            loading={back.isPending}
            disabled={isChanged}
            onClick={() => back.mutate({ version, if_version: rules.version })}
          >
            Go back to version {version}
          </Button>
          {isChanged && <span className="k-tip">Save or discard your changes first.</span>}
        </div>
      )}
    </div>
  );
}
