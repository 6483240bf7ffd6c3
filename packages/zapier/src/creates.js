import { addressOf } from "./connection.js";
import { matchField, valueFields, valuesOf } from "./record-fields.js";
import { sampleRecord } from "./samples.js";
import { typeField } from "./types.js";

const pathOf = ({ inputData }) => `/records/${encodeURIComponent(inputData.type)}`;

export const createRecord = {
  key: "create_record",
  noun: "Record",
  display: { label: "Create Record", description: "Creates a record of any type." },
  operation: {
    inputFields: [typeField, valueFields],
    perform: async (z, bundle) => {
      const body = { values: valuesOf(bundle.inputData) };
      const { data } = await z.request({ method: "POST", url: addressOf(bundle, pathOf(bundle)), body });
      return data.record;
    },
    sample: sampleRecord,
  },
};

export const upsertRecord = {
  key: "upsert_record",
  noun: "Record",
  display: {
    label: "Create or Update Record",
    description: "Updates the record with this email, phone, address or unique value, or creates it.",
  },
  operation: {
    inputFields: [typeField, matchField, valueFields],
    perform: async (z, bundle) => {
      const body = { match: bundle.inputData.match, values: valuesOf(bundle.inputData) };
      const { data } = await z.request({ method: "PUT", url: addressOf(bundle, `${pathOf(bundle)}/upsert`), body });
      return { ...data.record, is_new: data.is_new };
    },
    sample: { ...sampleRecord, is_new: true },
  },
};
