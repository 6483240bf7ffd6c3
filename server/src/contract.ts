import type * as features from "./features.ts";
import type { Operation, OperationsIn, WireInput, WireOutput } from "./kernel/operation.ts";

// Types only: the web application imports this file, and nothing of the server may come with it. What it needs at run time, such as
// the schema of a form, it imports from the `operations.ts` or `events.ts` of a feature, which are pure.
type Features = typeof features;
type OperationsOf<Module> = OperationsIn<Module>[keyof OperationsIn<Module>];
type AnyOperation = Extract<{ [Name in keyof Features]: OperationsOf<Features[Name]["operations"]> }[keyof Features], Operation>;
type Named<Name extends OperationName> = Extract<AnyOperation, { name: Name }>;

export type OperationName = AnyOperation["name"];
export type InputOf<Name extends OperationName> = WireInput<Named<Name>>;
export type OutputOf<Name extends OperationName> = WireOutput<Named<Name>>;

/** The path of a page of the web application. */
export type PagePath = { [Name in keyof Features]: Features[Name]["pages"][number] }[keyof Features];

export type { WireInput, WireOutput } from "./kernel/operation.ts";
export type { LiveNews } from "./features/events/operations.ts";
