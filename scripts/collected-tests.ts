import * as own from "node:test";

// What a test file gets for `node:test` in a lane (test-lane.ts): its tests and hooks are kept until the file was read, and are then
// declared inside a suite of the file. Several files can so share a process, and each still has hooks of its own.
const declared: (() => void)[] = [];

/** Everything that was declared since the last call. */
export const takeDeclared = () => declared.splice(0);

const keep =
  <Given extends unknown[]>(declare: (...given: Given) => unknown) =>
  (...given: Given) =>
    void declared.push(() => void declare(...given));

export const before = keep(own.before);
export const after = keep(own.after);
export const beforeEach = keep(own.beforeEach);
export const afterEach = keep(own.afterEach);
const collect = () =>
  Object.assign(keep(own.test as (...given: unknown[]) => unknown), {
    before,
    after,
    beforeEach,
    afterEach,
    skip: keep(own.test.skip as (...given: unknown[]) => unknown),
    todo: keep(own.test.todo as (...given: unknown[]) => unknown),
  });
export const test = collect();
// oxlint-disable-next-line import/no-default-export -- as node:test has it
export default collect();
