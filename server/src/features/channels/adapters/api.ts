import { z } from "zod";
import { ApiMessage, ApiStatus } from "../inputs.ts";

// A file that we fetched ourselves may be larger than what a call brings.
const StoredMessage = ApiMessage.extend({ files: z.array(z.object({ name: z.string(), type: z.string(), base64: z.string() })) });

const Stored = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("message"), external_id: z.string(), message: StoredMessage }),
  z.object({ kind: z.literal("status"), status: ApiStatus }),
]);
export type ApiItem = z.output<typeof Stored>;

/** What is kept of a call until a worker takes it. */
export const writeApiItem = (item: ApiItem): Buffer => Buffer.from(JSON.stringify(item));

/** The other way round. It throws for what this version does not know. */
export const readApiItem = (bytes: Buffer): ApiItem => Stored.parse(JSON.parse(bytes.toString()));

/** One status of one message is one item, however often it is reported. */
export const statusKey = ({ message, state }: z.output<typeof ApiStatus>) => `status/${state}/${message}`;
