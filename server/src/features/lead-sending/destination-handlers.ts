import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { notFound } from "../../kernel/errors.ts";
import { handle, prepared } from "../../kernel/handle.ts";
import { readPage, type Cursors } from "../../platform/cursors.ts";
import type { Vault } from "../../platform/vault.ts";
import * as operations from "./destination-operations.ts";
import { checkMapping, makeBody } from "./destinations/mapping.ts";
import { presentDestinations } from "./destinations/present.ts";
import { checkAddress, leadType, prepareNew, rotateSecret, saveChanges, saveNew, type SaveNeeds } from "./destinations/save-destination.ts";
import { createDestinationSecrets } from "./destinations/secrets.ts";
import * as store from "./destinations/store.ts";
import { destinationDeleted, destinationUpdated } from "./events.ts";
import { readLeads, sampleLead } from "./send/lead-facts.ts";
import { insertTest } from "./send/hops.ts";

export interface DestinationNeeds extends Omit<SaveNeeds, "secrets"> {
  cursors: Cursors;
  vault: Vault;
}

export function destinationHandlers({ cursors, vault, ...needs }: DestinationNeeds) {
  const saving: SaveNeeds = { ...needs, secrets: createDestinationSecrets(vault) };
  const { schemas } = needs;

  return handle(operations, {
    async listDestinations({ actor, tx, clock }, page) {
      const read = (before: string | undefined, rows: number) => store.list(tx, actor.companyId, before, rows);
      const found = await readPage(cursors, actor.companyId, "destinations", page, read, (row) => row.id);
      return { ...found, items: await presentDestinations(tx, actor.companyId, found.items, clock) };
    },

    getDestination: (call, { id }) => show(call, id),

    createDestination: prepared(
      (_, given) => prepareNew(saving, given),
      async (call, given) => {
        const { id, secret } = await saveNew(saving, call, given);
        return { destination: await show(call, id), secret };
      },
    ),

    updateDestination: prepared(
      (_, { url }) => checkAddress(saving, url),
      async (call, { id, ...changed }) => {
        await saveChanges(saving, call, id, changed);
        return show(call, id);
      },
    ),

    async deleteDestination(call, { id }) {
      const row = await lockDestination(call, id);
      await store.remove(call.tx, call.actor.companyId, id, call.clock.now());
      await call.emit(destinationDeleted, { subjectId: id, data: { name: row.name } });
      return {};
    },

    async setDestinationState(call, { id, state }) {
      const row = await lockDestination(call, id);
      if (row.is_paused !== (state === "paused")) {
        await store.setPaused(call.tx, call.actor.companyId, id, state === "paused", call.clock.now());
        await call.emit(destinationUpdated, { subjectId: id, data: { name: row.name } });
      }
      return show(call, id);
    },

    async rotateDestinationSecret(call, { id }) {
      const secret = await rotateSecret(saving, call, id);
      return { destination: await show(call, id), secret };
    },

    async testDestination(call, { id }) {
      await lockDestination(call, id);
      return { delivery: await insertTest(call, id) };
    },

    async previewMapping(call, { mapping, lead }) {
      const type = await leadType(schemas, call);
      checkMapping(mapping, type);
      const schema = await schemas.of(call);
      const facts = lead ? (await readLeads(call, schema, type, [lead])).get(lead) : sampleLead(type, call.clock.now());
      if (!facts) throw notFound("Lead");
      return { body: JSON.stringify(JSON.parse(makeBody(mapping, facts, type, false)), null, 2) };
    },
  });
}

async function lockDestination({ tx, actor }: Call<Member>, id: string) {
  const row = await store.lock(tx, actor.companyId, id);
  if (!row) throw notFound("Destination");
  return row;
}

async function show({ tx, actor, clock }: Call<Member>, id: string) {
  const row = await store.find(tx, actor.companyId, id);
  const [shown] = row ? await presentDestinations(tx, actor.companyId, [row], clock) : [];
  if (!shown) throw notFound("Destination");
  return shown;
}
