import { after as timeAfter } from "../../kernel/clock.ts";
import { conflict, invalid, notFound } from "../../kernel/errors.ts";
import { handle } from "../../kernel/handle.ts";
import { convertMoneyAfter } from "../records/index.ts";
import { changeSchema, readSchema, type Schemas } from "../types/index.ts";
import { rateChanged, rateRemoved, ratesApplied } from "./events.ts";
import { convertMoney, SETTLE_AFTER_MS } from "./jobs.ts";
import * as operations from "./operations.ts";
import * as store from "./store.ts";

export function currencyHandlers({ schemas }: { schemas: Schemas }) {
  return handle(operations, {
    async list(call) {
      const { formats } = await schemas.of(call);
      return { currency: formats.currency, items: await store.list(call.tx, call.actor.companyId) };
    },

    async set(call, { currency, rate }) {
      const { actor, tx, clock } = call;
      const { formats } = await changeSchema(tx, actor.companyId);
      if (currency === formats.currency)
        throw invalid([{ pointer: "/currency", message: `${currency} is the company's own currency: it needs no rate.` }]);
      const old = await store.find(tx, actor.companyId, currency);
      if (old && Number(old.rate) === Number(rate)) return old;
      const row = { currency, rate, updated_at: clock.now() };
      await store.save(tx, actor.companyId, row);
      await call.emit(rateChanged, {
        subjectId: actor.companyId,
        data: { name: actor.company.name, currency },
        changes: { rate: [old?.rate ?? null, rate] },
      });
      // Of a new currency there is nothing to convert.
      if (old) {
        await call.enqueue(convertMoney, { company: actor.companyId, pass: "now" });
        await call.enqueue(convertMoney, { company: actor.companyId, pass: "settle" }, timeAfter(clock, SETTLE_AFTER_MS));
      }
      return row;
    },

    async remove({ actor, tx, emit }, { currency }) {
      await changeSchema(tx, actor.companyId);
      const old = await store.find(tx, actor.companyId, currency);
      if (!old) throw notFound("Currency");
      if (await store.isInUse(tx, actor.companyId, currency))
        throw conflict("currency_in_use", `There are amounts in ${currency}, in records or in the trash. Change them first.`);
      await store.remove(tx, actor.companyId, currency);
      const data = { name: actor.company.name, currency };
      await emit(rateRemoved, { subjectId: actor.companyId, data, changes: { rate: [old.rate, null] } });
      return {};
    },

    async convert(call, { after, converted, pass }) {
      const { actor, tx } = call;
      const schema = await readSchema(tx, actor.companyId);
      const batch = await convertMoneyAfter(tx, actor.companyId, schema, after);
      const records = converted + batch.changed;
      if (batch.last) await call.enqueue(convertMoney, { company: actor.companyId, after: batch.last, converted: records, pass });
      else if (records > 0) await call.emit(ratesApplied, { subjectId: actor.companyId, data: { name: schema.formats.currency, records } });
      return {};
    },
  });
}
