import { collectTexts } from "./texts/collect.ts";

// Lists every text that a person can be shown, with its place: to read them all, or to look for one.
const wanted = process.argv[2];
const texts = collectTexts(`${import.meta.dirname}/..`);
for (const { file, line, text } of texts) if (!wanted || file.includes(wanted)) console.log(`${file}:${line}: ${text}`);
