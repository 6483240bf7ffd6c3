import { parentPort } from "node:worker_threads";
import { parseMail } from "./parse-mail.ts";

// The thread that read-mail.ts starts: one mail in, one answer out. The bytes of files move to the other side and are not copied.

parentPort?.on("message", async (bytes: Uint8Array) => {
  try {
    const mail = await parseMail(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    // Several files may be parts of one buffer, and each moves once.
    const moved = new Set(mail.files.map((file) => file.bytes.buffer).filter((buffer) => buffer instanceof ArrayBuffer));
    parentPort?.postMessage({ mail }, [...moved]);
  } catch (error) {
    parentPort?.postMessage({ problem: error instanceof Error ? error.message : "unknown" }, []);
  }
});
