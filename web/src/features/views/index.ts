/** Saved views, and what the address of a list says: filter, order, columns and layout. */
export { defaultColumns, fieldsFor, NAME, NAME_LEAST, WIDTH_LEAST, MAX_WIDTH, widthOf } from "./columns.ts";
export { ListMenu } from "./list-menu.tsx";
export { type ListSearch, readListSearch } from "./list-search.ts";
export { DEFAULT_SORT, type ListView, useListView } from "./list-view.ts";
export { SaveView } from "./save-view.tsx";
export { ViewTabs } from "./view-tabs.tsx";
