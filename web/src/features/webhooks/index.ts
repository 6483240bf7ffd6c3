/** Parts of webhooks that other senders use: headers, requests and answers as they were, and the words for a failed try. */
export { type HeaderDraft, headersInput } from "./draft.ts";
export { HeaderInputs } from "./header-inputs.tsx";
export { attemptTitle, clockText } from "./health-text.ts";
export { HttpBlock, JsonText } from "./http-block.tsx";
