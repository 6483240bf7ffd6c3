// The content security policy allows no code made from text. Zod would try whether it may, and every try is a breach that the browser
// reports: so it is told not to. First of all imports, because schemas ask as soon as they are made.
const settings = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
settings.__zod_globalConfig = { ...settings.__zod_globalConfig, jitless: true };
