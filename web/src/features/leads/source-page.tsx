import { Button } from "@mantine/core";
import { IconArrowUpRight, IconPencil } from "@tabler/icons-react";
import { linkOptions, useParams, useSearch } from "@tanstack/react-router";
import { useClock } from "../../ui/clock.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { EmptyState, FieldSkeleton, Notice } from "../../ui/states.tsx";
import { StatePill } from "../../ui/state-pill.tsx";
import { ThingPage } from "../../ui/thing-page.tsx";
import { relative } from "../../ui/time-text.ts";
import { Unsaved } from "../../ui/unsaved.tsx";
import { ApiError } from "../../api.ts";
import { EmbedTab } from "./embed-tab.tsx";
import { FormTab } from "./form-tab.tsx";
import { type LeadSource, useSource } from "./read.ts";
import { SOURCE_TABS, type SourceTab, tabOf } from "./search.ts";
import { SourceMenu } from "./source-menu.tsx";
import classes from "./source-page.module.css";
import { CameIn, heldText, SourceState } from "./source-state.tsx";
import { SpamTab } from "./spam-tab.tsx";
import { otherError, useEditor } from "./use-editor.ts";
import { WhereTab } from "./where-tab.tsx";

export const AREA = "Lead sending";
export const PARENT = { title: "Sources", link: linkOptions({ to: "/lead-sending/sources" }) };

export function SourcePage() {
  const { source: id } = useParams({ from: "/lead-sending/sources/$source" });
  const query = useSource(id);
  if (query.data) return <Source source={query.data} key={id} />;
  return (
    <ThingPage area={AREA} parent={PARENT} title="Form">
      <div className={classes.state}>
        {query.error instanceof ApiError && query.error.code === "not_found" ? (
          <EmptyState title="There is no such form">It may be deleted, or the link may be wrong.</EmptyState>
        ) : (
          <Loaded query={query} what="The form" skeleton={<FieldSkeleton fields={6} />}>
            {() => null}
          </Loaded>
        )}
      </div>
    </ThingPage>
  );
}

function Source({ source }: { source: LeadSource }) {
  const tab = tabOf(useSearch({ from: "/lead-sending/sources/$source" }));
  const edit = useEditor(source);
  const { editor, count, error } = edit;
  const tabs = (Object.keys(SOURCE_TABS) as SourceTab[]).map((key) => ({
    title: SOURCE_TABS[key],
    note: key === "spam" && source.held.count > 0 ? `${heldText(source.held)} held` : undefined,
    isCurrent: key === tab,
    link: linkOptions({
      to: "/lead-sending/sources/$source",
      params: { source: source.id },
      search: key === "form" ? {} : { tab: key },
    }),
  }));
  return (
    <ThingPage
      area={AREA}
      parent={PARENT}
      title={editor.draft.name || source.name}
      note={<CameIn source={source} />}
      state={count > 0 ? <NotSaved count={count} source={source} /> : <SourceState source={source} />}
      actions={<Actions source={source} edit={edit} />}
      tabs={tabs}
      foot={<Foot source={source} fields={editor.draft.fields.length} />}
    >
      <Unsaved isChanged={count > 0}>{`Your changes of “${source.name}” have not been saved.`}</Unsaved>
      {error && (
        <div className={classes.error}>
          <Notice tone="bad">{otherError(error) ?? "Not saved. Correct what is marked in the form."}</Notice>
        </div>
      )}
      {tab === "form" && <FormTab editor={editor} consentVersion={source.consent_version} />}
      {tab === "spam" && <SpamTab source={source} editor={editor} />}
      {tab === "where" && <WhereTab source={source} />}
      {tab === "embed" && <EmbedTab source={source} editor={editor} />}
    </ThingPage>
  );
}

/** What is saved of a published form is what visitors see, so there saving is publishing. */
function NotSaved({ count, source: { state } }: { count: number; source: LeadSource }) {
  const what = `${count} ${count === 1 ? "change" : "changes"} not ${state === "published" ? "published" : "saved"}`;
  return (
    <StatePill tone="soon" icon={IconPencil}>
      {what}
    </StatePill>
  );
}

function Actions({ source, edit: { editor, count, save, discard, isSaving } }: { source: LeadSource; edit: ReturnType<typeof useEditor> }) {
  const isLive = source.state === "published";
  return (
    <>
      {isLive && count === 0 && (
        <Button
          component="a"
          href={source.url}
          target="_blank"
          rel="noopener"
          size="sm"
          className="k-desk"
          leftSection={<IconArrowUpRight size={16} stroke={1.75} />}
        >
          Open hosted page
        </Button>
      )}
      {editor.canChange && (
        <>
          {count > 0 && (
            <Button size="sm" onClick={discard}>
              Discard
            </Button>
          )}
          {count > 0 && !isLive && (
            <Button size="sm" loading={isSaving} onClick={() => void save(false)}>
              Save
            </Button>
          )}
          <Button size="sm" variant="filled" disabled={isLive && count === 0} loading={isSaving} onClick={() => void save(true)}>
            Publish
          </Button>
          <SourceMenu source={source} />
        </>
      )}
    </>
  );
}

function Foot({ source, fields }: { source: LeadSource; fields: number }) {
  const { now, zone } = useClock();
  return (
    <>
      <span>
        <b>{fields}</b> {fields === 1 ? "field" : "fields"}
      </span>
      <span>Saved {relative(new Date(source.updated_at), now, zone)}</span>
    </>
  );
}
