/** What an editor of filters needs: the parser with its colours, what may stand at the caret, and how to mend a slip. */
export { completeAt, type Completion, type CompletionOption, type CompletionSource } from "./editor/complete.ts";
export { highlight, type Stretch, type StretchKind } from "./editor/highlight.ts";
export { mend, type Mending } from "./editor/mend.ts";
export { filterParser } from "./editor/parser.ts";
