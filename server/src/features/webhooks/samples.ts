import { z } from "zod";
import type { EventType } from "../../kernel/event.ts";
import { sampleId } from "../../platform/ids.ts";

const SAMPLE_TIME = "2026-11-20T10:00:00.000Z";

const RECORD = {
  id: sampleId("rec"),
  type: "deal",
  title: "Flow metering",
  values: { name: "Flow metering", stage: "won", amount: "12000.00" },
  version: 4,
  created_at: SAMPLE_TIME,
  updated_at: SAMPLE_TIME,
  deleted_at: null,
};

const SAMPLES = new Map<string | undefined, unknown>(Object.entries({ integer: 1, number: 1, boolean: true }));

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  enum?: unknown[];
  anyOf?: Schema[];
  format?: string;
}

/** A message as this type of event makes it, with values that are made up. */
export function sampleOf({ type, subject, data }: EventType): Record<string, unknown> {
  const details = sampleValue("", z.toJSONSchema(data, { io: "input", unrepresentable: "any" }) as Schema) as Record<string, unknown>;
  const changes = type === "record.updated" ? { stage: ["negotiation", "won"] } : null;
  return {
    type,
    timestamp: SAMPLE_TIME,
    data: {
      id: sampleId(subject),
      ...(subject === "rec"
        ? { type: RECORD.type, name: RECORD.title, version: RECORD.version, record: RECORD, changes }
        : { details, changes }),
      actor: { id: sampleId("usr"), name: "Mara Lindqvist" },
      key: null,
      via: "web",
      operation_id: sampleId("op"),
    },
  };
}

function sampleValue(name: string, schema: Schema): unknown {
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return sampleValue(name, schema.anyOf[0]);
  if (schema.type === "object")
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, value]) => [key, sampleValue(key, value)]));
  if (schema.type === "array") return schema.items ? [sampleValue(name, schema.items)] : [];
  if (SAMPLES.has(schema.type)) return SAMPLES.get(schema.type);
  if (schema.format === "date-time") return SAMPLE_TIME;
  return name === "email" ? "mara@example.com" : name === "name" ? "Flow metering" : name;
}
