/** Saved views, and the list settings in the address: filter, sort, columns and layout. */
export { defaultColumns, fieldsFor, NAME, MIN_NAME_WIDTH, MIN_WIDTH, MAX_WIDTH, widthOf } from "./columns.ts";
export { ListMenu } from "./list-menu.tsx";
export { type ListSearch, readListSearch } from "./list-search.ts";
export { DEFAULT_SORT, type ListView, useListView } from "./list-view.ts";
export { SaveView } from "./save-view.tsx";
export { ViewTabs } from "./view-tabs.tsx";
