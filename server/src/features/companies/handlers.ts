import { conflict, notFound } from "../../kernel/errors.ts";
import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { handle } from "../../kernel/handle.ts";
import { newId } from "../../platform/random.ts";
import { hashPassword } from "../../platform/password-hash.ts";
import { addMember } from "../members/index.ts";
import { openSession } from "../sessions/index.ts";
import { holdsMoney, listRates } from "../types/index.ts";
import { companyCreated, companyUpdated } from "./events.ts";
import * as operations from "./operations.ts";
import * as store from "./store.ts";

export function companyHandlers({ sendsMail }: { sendsMail: boolean }) {
  return handle(operations, {
    async create(call, input) {
      const passwordHash = await hashPassword(input.password);
      const companyId = newId();
      const userId = newId();
      call.enter(companyId, userId);
      await store.insert(call.tx, { ...input, id: companyId, name: input.company_name, created_at: call.clock.now() });
      await addMember(call, companyId, { id: userId, name: input.name, email: input.email, role: "admin", passwordHash });
      await call.emit(companyCreated, { subjectId: companyId, data: { name: input.company_name } });
      return openSession(call, companyId, userId);
    },

    async get({ actor, tx }) {
      const company = await store.find(tx, actor.companyId);
      if (!company) throw notFound("Company");
      return { ...company, sends_mail: sendsMail };
    },

    async update(call, input) {
      const { actor, tx, emit } = call;
      const company = await store.findForUpdate(tx, actor.companyId);
      if (!company) throw notFound("Company");
      const changed = store.withSettings(company, input);
      const changes = store.differences(company, changed);
      if (changes["currency"]) await checkCurrency(call, company.currency, changed.currency, input.relabel_amounts);
      if (Object.keys(changes).length > 0) {
        await store.update(tx, changed);
        await emit(companyUpdated, { subjectId: company.id, data: { name: changed.name }, changes });
      }
      return { ...changed, sends_mail: sendsMail };
    },
  });
}

/**
 * Nothing is converted when the company changes its own currency: its rates are worth in the old one, and only a person knows whether
 * its figures were always meant in the new one.
 */
async function checkCurrency({ actor, tx }: Call<Member>, from: string, to: string, isRelabelled: boolean): Promise<void> {
  if ((await listRates(tx, actor.companyId)).length > 0)
    throw conflict("rates_exist", `The rates are worth in ${from}. Remove them under Company → Currencies first.`);
  if (!isRelabelled && (await holdsMoney(tx, actor.companyId)))
    throw conflict("amounts_exist", `There are amounts in ${from}. Send relabel_amounts to keep their figures and make them ${to}.`);
}
