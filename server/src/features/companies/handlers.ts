import { notFound } from "../../kernel/errors.ts";
import type { Changes } from "../../kernel/event.ts";
import { handle } from "../../kernel/handle.ts";
import { companyUpdated } from "./events.ts";
import * as operations from "./operations.ts";
import { signingUp, type SignUpServices } from "./sign-up.ts";
import * as store from "./store.ts";

export function companyHandlers(services: SignUpServices) {
  const { sendsMail } = services;
  const signUp = signingUp(services);
  return handle(operations, {
    create: (call, input) => signUp.begin(call, input),

    finish: (call, { token, password }) => signUp.finish(call, token, password),

    mintSignUp: (call, { id }) => signUp.mint(call, id),

    async get({ actor, tx }) {
      const company = await store.find(tx, actor.companyId);
      if (!company) throw notFound("Company");
      return { ...company, sends_mail: sendsMail };
    },

    async update({ actor, tx, emit }, input) {
      const company = await store.findForUpdate(tx, actor.companyId);
      if (!company) throw notFound("Company");
      const changed = { ...company, name: input.name ?? company.name, time_zone: input.time_zone ?? company.time_zone };
      const changes: Changes = {};
      if (changed.name !== company.name) changes["name"] = [company.name, changed.name];
      if (changed.time_zone !== company.time_zone) changes["time_zone"] = [company.time_zone, changed.time_zone];
      if (Object.keys(changes).length > 0) {
        await store.update(tx, changed);
        await emit(companyUpdated, { subjectId: company.id, data: { name: changed.name }, changes });
      }
      return { ...changed, sends_mail: sendsMail };
    },
  });
}
