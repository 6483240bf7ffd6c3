const JSON_TYPE = "application/json";
const STREAM_TYPE = "text/event-stream";

interface Accepted {
  /** Ranked higher by quality, then by order. */
  prefersStream: boolean;
}

/** Both types must be named: a wildcard names neither, and q=0 says "not this". Undefined means 406. */
export function readAccept(header: string | undefined): Accepted | undefined {
  const ranges = (header ?? "").split(",").map((range) => {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    return { type, quality: quality === undefined ? 1 : Number(quality) };
  });
  const json = ranges.find((range) => range.type === JSON_TYPE && range.quality > 0);
  const stream = ranges.find((range) => range.type === STREAM_TYPE && range.quality > 0);
  if (!json || !stream) return undefined;
  const isEarlier = ranges.indexOf(stream) < ranges.indexOf(json);
  return { prefersStream: stream.quality > json.quality || (stream.quality === json.quality && isEarlier) };
}
