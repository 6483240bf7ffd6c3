import { conflict, notFound } from "../../kernel/errors.ts";
import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { handle, prepared } from "../../kernel/handle.ts";
import { holdsMoney, listRates } from "../types/index.ts";
import { companyUpdated } from "./events.ts";
import * as operations from "./operations.ts";
import { signingUp, type SignUpServices } from "./sign-up.ts";
import * as store from "./store.ts";

export function companyHandlers(services: SignUpServices) {
  const { sendsMail } = services;
  const signUp = signingUp(services);
  return handle(operations, {
    create: (call, input) => signUp.begin(call, input),

    finish: prepared(
      (call, { token, password }) => signUp.prove(call, token, password),
      (call, _, found) => signUp.finish(call, found),
    ),

    mintSignUp: (call, { id }) => signUp.mint(call, id),

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
    throw conflict("rates_exist", `The rates are given in ${from}. Remove them under Company → Currencies first.`);
  if (!isRelabelled && (await holdsMoney(tx, actor.companyId)))
    throw conflict("amounts_exist", `There are amounts in ${from}. Send relabel_amounts to keep their figures and make them ${to}.`);
}
