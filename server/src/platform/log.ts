import { pino, type DestinationStream, type Logger } from "pino";

const SECRETS = /[A-Za-z0-9]{64,}|whsec_[A-Za-z0-9+/=]+/g;

export type { Logger };

/** A log that never contains a key: anything that looks like one is masked in the finished line. */
export function createLog(level: string, out: DestinationStream = process.stdout): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, { write: (line: string) => out.write(redact(line)) });
}

const redact = (line: string) => line.replace(SECRETS, "[secret]");
