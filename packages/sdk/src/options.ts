export interface KithOptions {
  /** Where Kith is, such as https://crm.example.com */
  url: string;
  /** From Profile → API & Connectors. Read it from the environment, never from the code. */
  apiKey: string;
  /** The name of your program and its version, such as `shop-sync/1.2`. It is shown beside the key. */
  client?: string | undefined;
  /** How long one try may take. 30 seconds unless given. */
  timeoutMs?: number | undefined;
  /** For how long a call that can still succeed is tried again. Two minutes unless given; 0: each call is tried once. */
  retryForMs?: number | undefined;
  /** In place of the one of the runtime. */
  fetch?: typeof globalThis.fetch | undefined;
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Instead of those of the client. */
  timeoutMs?: number | undefined;
  retryForMs?: number | undefined;
  /** A key of your own, made from what you send: then another process can repeat the same write. Without it each call makes one. */
  idempotencyKey?: string | undefined;
}

/** What a file can be given as. It is sent again when a try fails, so it cannot be a stream. */
export type Bytes = Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | string;
