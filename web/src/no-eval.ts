// The content security policy forbids eval. Zod would test whether it is allowed, and the browser reports each test as a violation, so
// turn the test off. This must be the first import: schemas run the test as soon as they are created.
const settings = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
settings.__zod_globalConfig = { ...settings.__zod_globalConfig, jitless: true };
