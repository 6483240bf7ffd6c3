import { addressOf } from "./connection.js";
import { sampleRecord } from "./samples.js";
import { typeField } from "./types.js";

const SAMPLES = 3;

/** The same address, event and filter again is the same webhook, so a subscription that Zapier tries again is not doubled. */
async function subscribe(z, bundle) {
  const { type, event, filter = "" } = bundle.inputData;
  const body = { name: "Zapier", url: bundle.targetUrl, event_types: [event], filter: `type:${type} ${filter}`.trim() };
  const { data } = await z.request({ method: "POST", url: addressOf(bundle, "/webhooks"), body });
  return { id: data.webhook.id };
}

async function unsubscribe(z, bundle) {
  await z.request({ method: "DELETE", url: addressOf(bundle, `/webhooks/${bundle.subscribeData.id}`) });
  return {};
}

/** A message of the webhook as the steps behind it see it. One above 20 kB comes without its values. */
function received(_z, bundle) {
  const { type: event, data } = bundle.cleanedRequest;
  const { id, type, name, version, record, changes, actor } = data;
  return [{ id, event, type, title: name, version, values: record?.values ?? {}, changes: changes ?? {}, changed_by: actor?.name ?? null }];
}

/** The newest records in the same shape, to set a Zap up with. */
async function samples(z, bundle) {
  const { type, event, filter = "" } = bundle.inputData;
  const params = { filter, sort: "-created_at", limit: SAMPLES };
  const { data } = await z.request({ url: addressOf(bundle, `/records/${encodeURIComponent(type)}`), params });
  return data.items.map(({ id, title, version, values }) => ({ id, event, type, title, version, values, changes: {}, changed_by: null }));
}

export const recordEvent = {
  key: "record_event",
  noun: "Record",
  display: { label: "Record Changed", description: "Triggers when a record is created, changed or deleted." },
  operation: {
    type: "hook",
    inputFields: [
      typeField,
      { key: "event", label: "Event", type: "string", required: true, dynamic: "list_events.id.name" },
      { key: "filter", label: "Filter", type: "string", required: false, helpText: "Only these, such as stage:won amount>1000" },
    ],
    performSubscribe: subscribe,
    performUnsubscribe: unsubscribe,
    perform: received,
    performList: samples,
    sample: { ...sampleRecord, event: "record.created", changes: {}, changed_by: "Mara Lindqvist" },
  },
};
