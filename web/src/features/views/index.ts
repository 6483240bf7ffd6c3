/** Saved views, and the list settings in the address: filter, sort, columns and layout. */
export { defaultColumns, fieldsFor, NAME, MIN_NAME_WIDTH, MIN_WIDTH, MAX_WIDTH, widthOf } from "./columns.ts";
export { ListMenu } from "./list-menu.tsx";
export { type ListSearch, readListSearch } from "./list-search.ts";
export { DEFAULT_SORT, type ListView, type SavedView, useListView, useViews } from "./list-view.ts";
export { NameViewDialog } from "./name-view-dialog.tsx";
export { RenameViewDialog } from "./rename-view-dialog.tsx";
export { SaveView, useCanChange } from "./save-view.tsx";
export { useViewActions } from "./use-view-actions.ts";
export { ViewItems } from "./view-items.tsx";
export { ViewTabs } from "./view-tabs.tsx";
