export { createReadFeed, type ReadFeed } from "./read-feed.ts";
