import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { generated } from "../generated.ts";
import { breakingChanges, type ApiDocument } from "./breaking-changes.ts";

const accepted = JSON.parse(readFileSync(join(import.meta.dirname, "../../../docs/openapi.v1.json"), "utf8")) as ApiDocument;
const current = JSON.parse(generated()["openapi.json"] ?? "") as ApiDocument;

test("version 1 only grows: whatever worked with the accepted document works with today's", () => {
  assert.deepEqual(
    breakingChanges(accepted, current),
    [],
    "This would break clients of version 1. Keep what was there beside what is new; docs/openapi.v1.json is moved by npm run openapi:accept.",
  );
});

/** A document with one of everything that our documents have. */
const base = () => ({
  security: [{ apiKey: [] }] as unknown[],
  components: {
    securitySchemes: { apiKey: { type: "apiKey", in: "header", name: "x-api-key" } } as Record<string, unknown>,
    schemas: {
      Problem: { type: "object", properties: { code: { type: "string" }, status: { type: "integer" } }, required: ["code", "status"] },
    } as Record<string, object>,
  },
  paths: {
    "/things/{id}": {
      get: {
        operationId: "things.get",
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "string", pattern: "^thg_" } },
          { name: "limit", in: "query", required: false, schema: { type: "integer", minimum: 1, maximum: 100, default: 25 } },
          { name: "kind", in: "query", required: false, schema: { type: "string", enum: ["big", "small"] } },
          {
            name: "fields",
            in: "query",
            required: false,
            schema: { type: "array", maxItems: 10, items: { type: "string", maxLength: 60 } },
          },
          { name: "If-Match", in: "header", required: false, schema: { type: "string" } },
        ],
        responses: {
          "200": {
            headers: { ETag: { schema: { type: "string" } } },
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  properties: {
                    id: { type: "string", pattern: "^thg_" },
                    name: { type: "string", maxLength: 60 },
                    at: { type: "string", format: "date-time" },
                    state: { type: "string", enum: ["open", "done"] },
                    size: { type: ["integer", "null"] },
                    owner: { anyOf: [{ type: "object", properties: { id: { type: "string" } }, required: ["id"] }, { type: "null" }] },
                    values: { type: "object", additionalProperties: {} },
                    changes: { type: "object", additionalProperties: { type: "array", prefixItems: [{ type: "string" }, {}] } },
                    tags: { type: "array", items: { type: "string" } },
                    note: { type: "string" },
                  },
                  required: ["id", "name", "at", "state", "size", "owner", "values", "changes", "tags"],
                },
              },
            },
          },
          "4XX": { content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } } },
        },
      },
      patch: {
        operationId: "things.update",
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        requestBody: {
          required: false,
          content: {
            "application/json": {
              schema: {
                type: "object",
                properties: {
                  name: { type: "string", maxLength: 60 },
                  size: { anyOf: [{ type: "number" }, { type: "string" }, { type: "null" }] },
                  kind: { type: "string", enum: ["big", "small"] },
                  parts: {
                    type: "array",
                    minItems: 1,
                    maxItems: 100,
                    items: { type: "object", properties: { at: { type: "string" } }, required: ["at"], additionalProperties: false },
                  },
                  values: { type: "object", propertyNames: { type: "string", maxLength: 60 }, additionalProperties: {} },
                },
                required: ["name"],
                additionalProperties: false,
              },
            },
          },
        },
        responses: { "204": {} },
      },
    } as Record<string, object>,
    "/things": { get: { operationId: "things.list", responses: { "200": {} } } } as Record<string, object>,
  } as Record<string, Record<string, object>>,
});

// The mutations reach into plain JSON, and each is a path that the table makes plain.
// oxlint-disable-next-line no-explicit-any
type Loose = any;
const get = (document: Loose): Loose => document.paths["/things/{id}"].get;
const patch = (document: Loose): Loose => document.paths["/things/{id}"].patch;
const parameter = (document: Loose, name: string): Loose => get(document).parameters.find((one: { name: string }) => one.name === name);
const answer = (document: Loose): Loose => get(document).responses["200"].content["application/json"].schema;
const body = (document: Loose): Loose => patch(document).requestBody.content["application/json"].schema;

type Mutation = [what: string, mutate: (document: Loose) => void];

const BREAKING: [...Mutation, message: RegExp][] = [
  ["a path is gone", (d) => delete d.paths["/things"], /GET \/things: is gone/],
  ["an operation is gone", (d) => delete d.paths["/things/{id}"].patch, /PATCH .+: is gone/],
  ["an operation has another id", (d) => (get(d).operationId = "things.read"), /is called things\.read now/],
  ["the key goes elsewhere", (d) => (d.components.securitySchemes.apiKey.name = "authorization"), /who is calling/],
  ["everything needs another proof", (d) => d.security.push({ oauth: [] }), /who is calling/],

  ["a parameter is gone", (d) => get(d).parameters.pop(), /header If-Match: is no longer taken/],
  ["a parameter moves", (d) => (parameter(d, "kind").in = "header"), /query kind: is no longer taken/],
  ["a parameter is needed", (d) => (parameter(d, "kind").required = true), /query kind: is needed now/],
  [
    "a new parameter is needed",
    (d) => get(d).parameters.push({ name: "of", in: "query", required: true, schema: {} }),
    /query of: is needed now/,
  ],
  ["a parameter is written otherwise", (d) => (parameter(d, "fields").explode = false), /fields: is written in another way/],
  ["a parameter's value is gone", (d) => parameter(d, "kind").schema.enum.pop(), /query kind: "small" is no longer taken/],
  ["a parameter's maximum is lowered", (d) => (parameter(d, "limit").schema.maximum = 50), /query limit: maximum was lowered/],
  ["a parameter's minimum is raised", (d) => (parameter(d, "limit").schema.minimum = 2), /query limit: minimum was raised/],
  ["a parameter's default is another", (d) => (parameter(d, "limit").schema.default = 50), /default changed from 25 to 50/],
  ["a parameter's type is another", (d) => (parameter(d, "limit").schema.type = "string"), /query limit: integer is no longer taken/],
  ["a parameter's pattern is another", (d) => (parameter(d, "id").schema.pattern = "^obj_"), /path id: pattern changed/],
  ["a parameter is held to a list", (d) => (parameter(d, "If-Match").schema.enum = ["*"]), /If-Match: all that a list does not name/],
  ["a parameter's items are shorter", (d) => (parameter(d, "fields").schema.items.maxLength = 40), /fields\/items: maxLength was lowered/],

  ["a body is needed", (d) => (patch(d).requestBody.required = true), /body: is needed now/],
  [
    "a body in JSON is not taken",
    (d) => (patch(d).requestBody.content = { "text/csv": { schema: {} } }),
    /application\/json is no longer taken/,
  ],
  ["a body is not taken at all", (d) => delete patch(d).requestBody, /application\/json is no longer taken/],
  ["a property of the body is gone", (d) => delete body(d).properties.kind, /body\/kind: is no longer taken/],
  ["a property of the body is needed", (d) => body(d).required.push("kind"), /body\/kind: is needed now/],
  ["a new property of the body is needed", (d) => ((body(d).properties.of = {}), body(d).required.push("of")), /body\/of: is needed now/],
  ["a value of the body is gone", (d) => body(d).properties.kind.enum.shift(), /body\/kind: "big" is no longer taken/],
  ["a type of the body is gone", (d) => body(d).properties.size.anyOf.splice(1, 1), /body\/size: string is no longer taken/],
  ["null is not taken", (d) => body(d).properties.size.anyOf.pop(), /body\/size: null is no longer taken/],
  ["a number must be whole", (d) => (body(d).properties.size.anyOf[0].type = "integer"), /body\/size: number is no longer taken/],
  ["a text must be shorter", (d) => (body(d).properties.name.maxLength = 50), /body\/name: maxLength was lowered/],
  ["a text has a least length", (d) => (body(d).properties.name.minLength = 1), /body\/name: minLength was raised/],
  ["a text has a format", (d) => (body(d).properties.name.format = "email"), /body\/name: format changed/],
  ["a list must be shorter", (d) => (body(d).properties.parts.maxItems = 50), /body\/parts: maxItems was lowered/],
  ["a list must be longer", (d) => (body(d).properties.parts.minItems = 2), /body\/parts: minItems was raised/],
  ["inside a list something is needed", (d) => body(d).properties.parts.items.required.push("to"), /body\/parts\/items\/to: is needed now/],
  ["inside a list something is gone", (d) => delete body(d).properties.parts.items.properties.at, /items\/at: is no longer taken/],
  ["names must be shorter", (d) => (body(d).properties.values.propertyNames.maxLength = 9), /values\/names: maxLength was lowered/],
  ["values are held to a type", (d) => (body(d).properties.values.additionalProperties = { type: "string" }), /anything was taken/],
  ["what was open is closed", (d) => (body(d).properties.values.additionalProperties = false), /other properties are no longer taken/],

  [
    "an answer's code is another",
    (d) => ((get(d).responses["201"] = get(d).responses["200"]), delete get(d).responses["200"]),
    /200: is gone/,
  ],
  ["an answer in JSON is gone", (d) => (get(d).responses["200"].content = {}), /200: application\/json is gone/],
  ["an answer's header is gone", (d) => delete get(d).responses["200"].headers.ETag, /the header ETag is gone/],
  ["an answer's property is gone", (d) => delete answer(d).properties.note, /200\/note: is gone/],
  ["a needed property is gone", (d) => (delete answer(d).properties.at, answer(d).required.splice(2, 1)), /200\/at: is gone/],
  ["a property may be missing", (d) => answer(d).required.shift(), /200\/id: may be missing now/],
  ["a property can be null", (d) => (answer(d).properties.name.type = ["string", "null"]), /200\/name: can be null now/],
  ["a property can be of another type", (d) => (answer(d).properties.size.type = ["integer", "string", "null"]), /size: can be string now/],
  ["a property is of another type", (d) => (answer(d).properties.size.type = ["string", "null"]), /200\/size: can be string now/],
  ["a whole number can be broken", (d) => (answer(d).properties.size.type = ["number", "null"]), /200\/size: can be number now/],
  ["a property can be anything", (d) => (answer(d).properties.name = {}), /200\/name: can be anything now/],
  ["a value never comes again", (d) => answer(d).properties.state.enum.pop(), /200\/state: is never "done" now/],
  ["values have no list any more", (d) => delete answer(d).properties.state.enum, /200\/state: can be any string now/],
  ["an id looks different", (d) => (answer(d).properties.id.pattern = "^obj_"), /200\/id: pattern changed/],
  ["a time is written otherwise", (d) => delete answer(d).properties.at.format, /200\/at: format changed/],
  ["inside an object something is gone", (d) => delete answer(d).properties.owner.anyOf[0].properties.id, /200\/owner\/id: is gone/],
  ["inside a list there is null", (d) => (answer(d).properties.tags.items.type = ["string", "null"]), /200\/tags\/items: can be null now/],
  [
    "inside a pair there is null",
    (d) => (answer(d).properties.changes.additionalProperties.prefixItems[0] = { type: "null" }),
    /\*\/0: can be null now/,
  ],
  [
    "inside a map there is another thing",
    (d) => (answer(d).properties.changes.additionalProperties = { type: "string" }),
    /changes\/\*: can be string/,
  ],
  ["what refusals look like", (d) => delete d.components.schemas.Problem.properties.code, /4XX\/code: is gone/],
  ["refusals are not described", (d) => delete get(d).responses["4XX"], /4XX: is gone/],
];

for (const [what, mutate, message] of BREAKING) {
  test(`breaks clients: ${what}`, () => {
    const changed = base();
    mutate(changed);
    const found = breakingChanges(base() as unknown as ApiDocument, changed as unknown as ApiDocument);
    assert.ok(
      found.some((line) => message.test(line)),
      `found ${JSON.stringify(found)}`,
    );
  });
}

const HARMLESS: Mutation[] = [
  ["nothing changed", () => undefined],
  ["a new path", (d) => (d.paths["/others"] = { get: { operationId: "others.list", responses: {} } })],
  ["a new operation on a path", (d) => (d.paths["/things"].post = { operationId: "things.create", responses: {} })],
  ["a new parameter that may be left out", (d) => get(d).parameters.push({ name: "sort", in: "query", required: false, schema: {} })],
  ["parameters in another order", (d) => get(d).parameters.unshift(get(d).parameters.pop())],
  ["a parameter need not be given", (d) => (parameter(d, "id").required = false)],
  ["a new value of a parameter", (d) => parameter(d, "kind").schema.enum.push("medium")],
  ["a parameter's limits are wider", (d) => Object.assign(parameter(d, "limit").schema, { minimum: 0, maximum: 500 })],
  ["a parameter is taken in any spelling", (d) => delete parameter(d, "id").schema.pattern],
  ["a description", (d) => (parameter(d, "kind").schema.description = "How big")],
  ["a new property of the body that may be left out", (d) => (body(d).properties.color = { type: "string" })],
  ["a property of the body need not be given", (d) => body(d).required.pop()],
  ["a text may be longer", (d) => (body(d).properties.name.maxLength = 500)],
  ["a list may be empty", (d) => delete body(d).properties.parts.minItems],
  ["null is taken", (d) => (body(d).properties.name.type = ["string", "null"])],
  ["another type is taken", (d) => body(d).properties.size.anyOf.push({ type: "boolean" })],
  ["anything is taken", (d) => (body(d).properties.kind = {})],
  ["the body may hold more", (d) => delete body(d).additionalProperties],
  ["another media type is taken", (d) => (patch(d).requestBody.content["text/csv"] = { schema: {} })],
  ["a new code", (d) => (get(d).responses["202"] = {})],
  ["a new header", (d) => (get(d).responses["200"].headers.Age = { schema: {} })],
  ["a new property of an answer", (d) => (answer(d).properties.color = { type: "string" })],
  ["a property of an answer is always there", (d) => answer(d).required.push("note")],
  ["a property of an answer is never null", (d) => (answer(d).properties.size.type = "integer")],
  ["a new value of an answer", (d) => answer(d).properties.state.enum.push("paused")],
  ["an answer's text may be longer", (d) => (answer(d).properties.name.maxLength = 500)],
  ["what could be anything is told more exactly", (d) => (answer(d).properties.values.additionalProperties = { type: "string" })],
  ["new properties deep inside", (d) => (answer(d).properties.owner.anyOf[0].properties.name = { type: "string" })],
  [
    "a schema moves to the components",
    (d) => (
      (d.components.schemas.Thing = answer(d)),
      (get(d).responses["200"].content["application/json"].schema = { $ref: "#/components/schemas/Thing" })
    ),
  ],
];

for (const [what, mutate] of HARMLESS) {
  test(`breaks nobody: ${what}`, () => {
    const changed = base();
    mutate(changed);
    assert.deepEqual(breakingChanges(base() as unknown as ApiDocument, changed as unknown as ApiDocument), []);
  });
}
