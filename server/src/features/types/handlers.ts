import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import type { Tx } from "../../kernel/database.ts";
import { conflict, invalid, notFound } from "../../kernel/errors.ts";
import { handle } from "../../kernel/operation.ts";
import { newId } from "../../kernel/random.ts";
import { isUniqueViolation } from "../../platform/postgres/errors.ts";
import { countHolding } from "./count-holding.ts";
import { findType, type TypeDefinition } from "./definition.ts";
import { fieldAdded, fieldUpdated, typeCreated, typeUpdated } from "./events.ts";
import * as operations from "./operations.ts";
import { presentType } from "./present.ts";
import { checkNewField, complainOfOptions, hasOptions, keepOldOptions } from "./rules.ts";
import { readSchema, type Schemas } from "./schema.ts";
import * as store from "./store.ts";

export function typeHandlers({ schemas }: { schemas: Schemas }) {
  const { list, create, update, addField, updateField } = operations;

  return handle(
    { list, create, update, addField, updateField },
    {
      async list({ actor, tx }, { types }) {
        const schema = await schemas.of(tx, actor.companyId, actor.company.schemaVersion);
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
        return { items: ((wanted as TypeDefinition[] | undefined) ?? schema.types).map(presentType), currency: schema.currency };
      },

      async create(call, input) {
        const { actor, tx, clock } = call;
        await store.bumpVersion(tx, actor.companyId);
        const schema = await readSchema(tx, actor.companyId);
        const row = { ...input, id: newId(), stage_field: null, amount_field: null, date_field: null, position: schema.types.length };
        try {
          await store.insertType(tx, actor.companyId, row, clock.now());
        } catch (error) {
          if (isUniqueViolation(error, "record_types_key")) throw conflict("type_exists", `There is already a type ${input.key}.`);
          throw error;
        }
        await call.emit(typeCreated, { subjectId: row.id, data: { name: row.label_plural, key: row.key } });
        return presentAgain(tx, actor, row.key);
      },

      async update(call, { type: key, ...input }) {
        const { actor, tx } = call;
        const type = await changing(call, key);
        const changed = {
          id: type.id,
          label: input.label ?? type.label,
          label_plural: input.label_plural ?? type.labelPlural,
          icon: input.icon ?? type.icon,
        };
        await store.updateType(tx, actor.companyId, changed);
        await call.emit(typeUpdated, {
          subjectId: type.id,
          data: { name: changed.label_plural, key },
          changes: { label: [type.label, changed.label] },
        });
        return presentAgain(tx, actor, key);
      },

      async addField(call, input) {
        const { actor, tx, clock } = call;
        const type = await changing(call, input.type);
        const schema = await readSchema(tx, actor.companyId);
        checkNewField(schema, type, input);
        const related = input.related_type ? schema.byKey.get(input.related_type) : undefined;
        const row: store.FieldRow = {
          id: newId(),
          type_id: type.id,
          key: input.key,
          label: input.label,
          type: input.field_type,
          is_multi: input.is_multi,
          is_required: input.is_required,
          options: input.options ?? null,
          related_type_id: related?.id ?? null,
          inverse_key: input.inverse_key ?? null,
          inverse_label: input.inverse_label ?? null,
          position: type.fields.length,
        };
        try {
          await store.insertFields(tx, actor.companyId, [row], clock.now());
        } catch (error) {
          if (isUniqueViolation(error, "fields_key"))
            throw conflict("field_retired", `A retired field has the key ${input.key}. Bring it back with updateField, retired: false.`);
          throw error;
        }
        await call.emit(fieldAdded, { subjectId: type.id, data: { name: type.labelPlural, key: type.key, field: input.key } });
        return presentAgain(tx, actor, type.key);
      },

      async updateField(call, { type: typeKey, field: key, dry_run: isDryRun, ...input }) {
        const { actor, tx, clock } = call;
        const type = await changing(call, typeKey);
        const live = type.fields.find((field) => field.key === key && field.id);
        const retired = live ? undefined : await store.findRetired(tx, actor.companyId, type.id, key);
        const field = live ?? retired;
        if (!field?.id) throw notFound("Field");
        const kind = live?.kind ?? retired?.type ?? "text";
        if (input.options) {
          const complaints = hasOptions(kind)
            ? complainOfOptions(input.options)
            : [{ pointer: "/options", message: `A ${kind} field has no options.` }];
          if (complaints.length > 0) throw invalid(complaints);
        }
        const options = input.options ? keepOldOptions(field.options ?? [], input.options) : field.options;
        const isRetired = input.retired ?? !live;
        const affected = live ? await countHolding(tx, actor.companyId, type, live, isRetired ? "any" : (options ?? [])) : 0;
        if (!isDryRun) {
          await store.updateField(tx, actor.companyId, {
            id: field.id,
            label: input.label ?? field.label,
            isRequired: input.is_required ?? (live?.isRequired || retired?.is_required) ?? false,
            options,
            position: input.position ?? null,
            retiredAt: isRetired ? clock.now() : null,
          });
          await call.emit(fieldUpdated, {
            subjectId: type.id,
            data: { name: type.labelPlural, key: type.key, field: key },
            changes: { label: [field.label, input.label ?? field.label], retired: [!live, isRetired] },
          });
        }
        return { type: await presentAgain(tx, actor, type.key), records_affected: affected };
      },
    },
  );
}

/** Takes the company's schema for a change: everybody else who changes it waits. */
async function changing({ actor, tx }: Call<Member>, key: string): Promise<TypeDefinition> {
  await store.bumpVersion(tx, actor.companyId);
  const type = (await readSchema(tx, actor.companyId)).byKey.get(key);
  if (!type) throw notFound("Type");
  return type;
}

async function presentAgain(tx: Tx, actor: Member, key: string) {
  const type = (await readSchema(tx, actor.companyId)).byKey.get(key);
  if (!type) throw notFound("Type");
  return presentType(type);
}
