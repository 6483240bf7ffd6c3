import { Button } from "@mantine/core";
import { IconFlask, IconHistory, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { AreaPage } from "../../../layout/area-page.tsx";
import { useIsAdmin } from "../../../session.ts";
import { Kbd } from "../../../ui/kbd.tsx";
import { useKeys } from "../../../ui/keyboard.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { useOfferCommands } from "../../../ui/page-commands.tsx";
import { useHasPanelRoom } from "../../../ui/side-panel.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { Unsaved } from "../../../ui/unsaved.tsx";
import parts from "../parts.module.css";
import { useRules } from "../read.ts";
import type { SavedRules } from "./draft.ts";
import { RuleList } from "./rule-list.tsx";
import classes from "./rules.module.css";
import { RulesFoot } from "./rules-foot.tsx";
import { SaveBar, useSaveRules } from "./save-bar.tsx";
import { TrialPanel } from "./trial-panel.tsx";
import { useRulesDraft } from "./use-rules-draft.ts";
import { useTrial } from "./use-trial.ts";
import { VersionsDialog } from "./versions-dialog.tsx";

/** Who gets a new lead: a list of rules that it goes down. */
export function RulesPage() {
  const query = useRules();
  if (query.data) return <Rules saved={query.data} />;
  return (
    <AreaPage area="Lead sending" title="Rules" isWide>
      <Loaded query={query} what="The rules">
        {() => null}
      </Loaded>
    </AreaPage>
  );
}

function Rules({ saved }: { saved: SavedRules }) {
  const isAdmin = useIsAdmin();
  const hasRoom = useHasPanelRoom();
  const draft = useRulesDraft(saved);
  const [showsVersions, setShowsVersions] = useState(false);
  // Beside the list the panel opens with the first change. Over it, it would be in the way: there it is asked for.
  const [wantsTrial, setWantsTrial] = useState<boolean>();
  const isTrying = isAdmin && (wantsTrial ?? (hasRoom && draft.isChanged));
  const trial = useTrial(draft.rules, isAdmin && (isTrying || draft.isChanged));
  const save = useSaveRules(draft, saved, () => setWantsTrial(undefined));
  const add = () => isAdmin && draft.add();
  useKeys({ n: add });
  useOfferCommands(
    isAdmin
      ? [
          { group: "Rules", label: "Add rule", icon: IconPlus, keys: "n", run: add },
          { group: "Rules", label: "Try on the last 100 leads", icon: IconFlask, run: () => setWantsTrial(true) },
          { group: "Rules", label: "Versions", icon: IconHistory, run: () => setShowsVersions(true) },
        ]
      : [],
  );
  const discard = () => {
    draft.discard();
    save.reset();
    setWantsTrial(undefined);
  };
  return (
    <AreaPage
      area="Lead sending"
      title="Rules"
      isFull
      side={
        <>
          <Button variant="subtle" leftSection={<IconHistory size={16} stroke={1.75} />} onClick={() => setShowsVersions(true)}>
            Versions
          </Button>
          {isAdmin && (
            <Button leftSection={<IconPlus size={16} stroke={1.75} />} rightSection={<Kbd keys="n" />} onClick={add}>
              Add rule
            </Button>
          )}
        </>
      }
    >
      <div className={parts.list}>
        <div className={parts.scroll}>
          <p className={classes.lead}>A new lead goes down the list. The first rule that matches and has room takes it.</p>
          {draft.rules.length === 0 ? (
            <None action={isAdmin && <Button onClick={add}>Add rule</Button>} />
          ) : (
            <RuleList draft={draft} saved={saved} trial={trial} canChange={isAdmin} errors={save.errors} />
          )}
          <p className={`k-tip ${classes.tip}`}>A lead that no rule takes stays unassigned. Intake never waits for a rule.</p>
        </div>
        <RulesFoot saved={saved} rules={draft.rules}>
          {draft.isChanged && !isTrying && (
            <SaveBar draft={draft} saved={saved} save={save} onDiscard={discard} onTry={() => setWantsTrial(true)} />
          )}
        </RulesFoot>
      </div>
      {isTrying && (
        <TrialPanel
          trial={trial}
          onClose={() => setWantsTrial(false)}
          foot={
            draft.isChanged ? (
              <SaveBar draft={draft} saved={saved} save={save} onDiscard={discard} />
            ) : (
              <span className="k-tip">Nothing is changed, saved or sent while you try.</span>
            )
          }
        />
      )}
      {showsVersions && <VersionsDialog rules={saved} isChanged={draft.isChanged} onClose={() => setShowsVersions(false)} />}
      <Unsaved isChanged={draft.isChanged}>Your changes of the rules have not been saved.</Unsaved>
    </AreaPage>
  );
}

function None({ action }: { action: React.ReactNode }) {
  return (
    <EmptyState title="No rules yet" action={action}>
      Without rules a new lead belongs to nobody. A rule gives leads to people in turn, or sends them to a partner.
      {!action && " An Admin can add one."}
    </EmptyState>
  );
}
