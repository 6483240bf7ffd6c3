import { notFound } from "../../kernel/errors.ts";
import type { Changes } from "../../kernel/event.ts";
import { handle } from "../../kernel/handle.ts";
import { newId } from "../../platform/random.ts";
import { hashPassword } from "../../platform/password-hash.ts";
import { addMember } from "../members/index.ts";
import { openSession } from "../sessions/index.ts";
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
      await store.insert(call.tx, { id: companyId, name: input.company_name, time_zone: input.time_zone, created_at: call.clock.now() });
      await addMember(call, companyId, { id: userId, name: input.name, email: input.email, role: "admin", passwordHash });
      await call.emit(companyCreated, { subjectId: companyId, data: { name: input.company_name } });
      return openSession(call, companyId, userId);
    },

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
