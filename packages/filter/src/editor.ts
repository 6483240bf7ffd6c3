/** What an editor of filters needs: the parser with its colours, completions at the caret, and a suggested fix for an error. */
export { completeAt, type Completion, type CompletionOption, type CompletionSource } from "./editor/complete.ts";
export { isName } from "./editor/option.ts";
export { highlight, type Stretch, type StretchKind } from "./editor/highlight.ts";
export { filterParser } from "./editor/parser.ts";
export { suggestFix, type SuggestedFix } from "./editor/suggest-fix.ts";
