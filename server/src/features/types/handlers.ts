import { conflict, invalid, notFound } from "../../kernel/errors.ts";
import { handle } from "../../kernel/handle.ts";
import type { Quotas } from "../../platform/quotas.ts";
import { newId } from "../../platform/random.ts";
import { isUniqueViolation } from "../../platform/postgres/errors.ts";
import { addField, addOptions, neededForNew } from "./add-field.ts";
import { changeField } from "./change-field.ts";
import { changeType } from "./change-type.ts";
import { presentAgain } from "./changing.ts";
import { findType, type TypeDefinition } from "./definition.ts";
import { typeCreated } from "./events.ts";
import { settleValues } from "./move-values.ts";
import * as operations from "./operations.ts";
import { presentType } from "./present.ts";
import { checkNewType } from "./rules.ts";
import { readSchema, type Schemas } from "./schema.ts";
import { retimeStages } from "./jobs.ts";
import { timeStages } from "./time-stages.ts";
import * as store from "./store.ts";
import { typesQuota, optionsQuota } from "./quotas.ts";

export function typeHandlers({ schemas, quotas }: { schemas: Schemas; quotas: Quotas }) {
  return handle(operations, {
    async list(call, { types }) {
      const schema = await schemas.of(call);
      const wanted = types?.map((name) => findType(schema, name) ?? name);
      const unknown = wanted?.find((one) => typeof one === "string");
      if (unknown)
        throw invalid([
          {
            pointer: "/types",
            message: `There is no type ${unknown}.`,
            hint: `There are ${[...schema.byKey.keys()].join(", ")}.`,
          },
        ]);
      return { items: ((wanted as TypeDefinition[] | undefined) ?? schema.types).map(presentType), currency: schema.formats.currency };
    },

    async create(call, input) {
      const { actor, tx, clock } = call;
      checkNewType(input.key);
      await quotas.take(call, typesQuota);
      await store.bumpVersion(tx, actor.companyId);
      const schema = await readSchema(tx, actor.companyId);
      const row = { ...input, id: newId(), stage_field: null, amount_field: null, date_field: null, position: schema.types.length };
      try {
        await store.insertType(tx, actor.companyId, row, clock.now());
      } catch (error) {
        if (!isUniqueViolation(error, "record_types_key")) throw error;
        throw schema.byKey.has(input.key)
          ? conflict("type_exists", `There is already a type ${input.key}.`)
          : conflict("type_retired", `A retired type has the key ${input.key}. Bring it back, or choose another key.`);
      }
      await call.emit(typeCreated, { subjectId: row.id, data: { name: row.label_plural, key: row.key } });
      return presentAgain(tx, actor, row.key);
    },

    update: (call, { type, dry_run: isDryRun, ...input }) => changeType(call, type, input, isDryRun),

    async listRetired({ actor, tx }) {
      return { types: await store.listRetiredTypes(tx, actor.companyId), fields: await store.listRetiredFields(tx, actor.companyId) };
    },

    addField: (call, input) => addField(quotas, call, input),

    async saveField(call, { field_type: kind, label, ...input }) {
      const known = input.options && findType(await schemas.of(call), input.type)?.fields.find(({ key }) => key === input.key);
      const changed = known
        ? await addOptions(quotas, call, input.type, known, input.options ?? [])
        : await addField(quotas, call, { ...input, ...neededForNew({ field_type: kind, label }) });
      const field = changed.fields.find(({ key }) => key === input.key);
      if (!field) throw notFound("Field");
      return { operation_id: call.operationId, field };
    },

    async updateField(call, { type, field, dry_run: isDryRun, ...input }) {
      if (input.options && !isDryRun) await quotas.take(call, optionsQuota);
      return changeField(call, type, field, input, isDryRun);
    },

    async settle({ actor, tx }, { type, moves }) {
      await settleValues(tx, actor.companyId, type, moves);
      return {};
    },

    async retime({ actor, tx, enqueue }, { after, ...batch }) {
      const type = (await readSchema(tx, actor.companyId)).types.find((one) => one.id === batch.type);
      const last = type && (await timeStages(tx, actor.companyId, type, after, batch.is_new_field));
      if (last) await enqueue(retimeStages, { company: actor.companyId, ...batch, after: last });
      return {};
    },
  });
}
