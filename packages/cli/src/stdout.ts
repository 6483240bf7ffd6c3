import { EXIT } from "./errors.ts";

/** Writes to standard output, and waits while its reader is behind: memory stays flat however much is written. */
export async function print(text: string): Promise<void> {
  if (process.stdout.write(text)) return;
  await new Promise<void>((resolve) => process.stdout.once("drain", resolve));
}

/** A reader that has seen enough, such as `head`, is no error. */
export function endQuietlyWithReader(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    process.exit(error.code === "EPIPE" ? EXIT.ok : EXIT.unexpected);
  });
}
