/** One record: its page and panel, creating, saving and deleting it; and how lists of records are read. */
export { useCreateRecord } from "./create/create-provider.tsx";
export { FormField } from "./create/form-field.tsx";
export { NewRecordForm } from "./create/new-record-form.tsx";
export { ListFoot } from "./list-foot.tsx";
export { ListFrame, ListState } from "./list-frame.tsx";
export type { RecordListInput, RecordPage } from "./read/list-pages.ts";
export { patchRecords, refreshRecords } from "./read/record-cache.ts";
export { type Group, isGroupable, useGroups } from "./read/use-groups.ts";
export { type RecordRows, type RowRange, useRecordLists } from "./read/use-record-list.ts";
export { prefetchRecord, useRecord } from "./read/use-record.ts";
export { useTotals } from "./read/use-totals.ts";
export { MergeDialog } from "./record/merge-dialog.tsx";
export { useAskForReason } from "./save/lost-reason.tsx";
export { useSaveRecord } from "./save/save-record.ts";
export { useUndo } from "./save/undo.ts";
export { useNoteWalk } from "./walk.ts";
export { BesideSection, BriefFact, RecordBrief } from "./record/record-brief.tsx";
export { RecordParts, RecordSection } from "./record/record-parts.tsx";
