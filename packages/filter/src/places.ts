import type { FilterError, Place } from "./error.ts";
import type { FilterNode } from "./tree.ts";

/** A filter that was read, with where each part of it was written, or what is wrong with it. */
export type Parsed = { ok: true; tree: FilterNode; places: Places } | { ok: false; errors: readonly FilterError[] };

/** Remembers where each part of a tree was written, beside the tree, so that equal trees stay equal. */
export class Places {
  readonly #places = new WeakMap<object, Place>();
  readonly #names = new WeakMap<object, readonly Place[]>();

  /** Notes where a node, a value or a path was written; of a path, also where each name was. */
  note<T extends object>(part: T, place: Place, names?: readonly Place[]): T {
    this.#places.set(part, place);
    if (names) this.#names.set(part, names);
    return part;
  }

  /** Where a part was written, or one name of a path. A tree made in code has no places; then it is the whole document. */
  of(part: object, name?: number): Place {
    const place = name === undefined ? undefined : this.#names.get(part)?.[name];
    return place ?? this.#places.get(part) ?? { pointer: "" };
  }
}
