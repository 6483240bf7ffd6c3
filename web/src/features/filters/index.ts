/** The filter language in the browser: the bar with its completion, the documentation page, and how many records match. */
export { Coloured, Ticked } from "./coloured.tsx";
export { FilterBar, type FilterBarHandle, LanguageBar } from "./filter-bar.tsx";
export { FilterInput } from "./filter-input.tsx";
export { type FilterLanguage, useFilterLanguage, useLanguageOf } from "./language.ts";
export { countQuery, loadFilterReach, narrowed, showsTrash, TRASH } from "./matching.ts";
export { type ShareText, shareTexts } from "./share-texts.ts";
