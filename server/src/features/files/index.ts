export { findFile, type FileRules } from "./find-file.ts";
export { receiveFile, tooLarge } from "./receive-file.ts";
export { partTooLarge, receivePart } from "./receive-part.ts";
export { readFileStream } from "./send-file.ts";
