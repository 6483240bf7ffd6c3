/** Sample data: what a new company can look at, and how it is removed. */
export { SampleOffer } from "./sample-offer.tsx";
export { SampleSection } from "./sample-section.tsx";
export { hasRecords, samples, useSamples } from "./samples.ts";
