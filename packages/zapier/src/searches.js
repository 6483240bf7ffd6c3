import { addressOf } from "./connection.js";
import { sampleRecord } from "./samples.js";
import { typeField } from "./types.js";

export const findRecord = {
  key: "find_record",
  noun: "Record",
  display: { label: "Find Record", description: "Finds the newest records of a type that match a filter." },
  operation: {
    inputFields: [
      typeField,
      {
        key: "filter",
        label: "Filter",
        type: "string",
        required: true,
        helpText: "As above a list in Kith, such as email:mara@fernhill.example or stage:won amount>1000",
      },
    ],
    perform: async (z, bundle) => {
      const { type, filter } = bundle.inputData;
      const params = { filter, sort: "-created_at", limit: 10 };
      return (await z.request({ url: addressOf(bundle, `/records/${encodeURIComponent(type)}`), params })).data.items;
    },
    sample: sampleRecord,
  },
};
