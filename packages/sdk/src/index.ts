// Kith from TypeScript and JavaScript, wherever there are `fetch` and WebCrypto. What can be called, and its types, are made from the
// OpenAPI description (generated.ts); how it is called is written by hand beside it.
export { createKith, type Kith } from "./kith.ts";
export { KithError } from "./errors.ts";
export { verifyWebhook, WebhookError, type WebhookErrorCode, type WebhookMessage, type WebhookRequest } from "./webhooks.ts";
export type { Followed, FollowOptions } from "./follow.ts";
export type { Bytes, CallOptions, KithOptions } from "./options.ts";
export type { Listing, Page } from "./pages.ts";
export type * from "./generated.ts";
