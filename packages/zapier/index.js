import { readFileSync } from "node:fs";
import zapier from "zapier-platform-core";
import { afters, authentication, befores } from "./src/connection.js";
import { createRecord, upsertRecord } from "./src/creates.js";
import { findRecord } from "./src/searches.js";
import { listEvents, listTypes } from "./src/types.js";
import { recordEvent } from "./src/trigger.js";

const { version } = JSON.parse(readFileSync(new URL("./package.json", import.meta.url), "utf8"));

export default {
  version,
  platformVersion: zapier.version,
  authentication,
  beforeRequest: befores,
  afterResponse: afters,
  triggers: { [recordEvent.key]: recordEvent, [listTypes.key]: listTypes, [listEvents.key]: listEvents },
  creates: { [createRecord.key]: createRecord, [upsertRecord.key]: upsertRecord },
  searches: { [findRecord.key]: findRecord },
};
