/** Sample data for a new company: loading and removing it. */
export { SampleOffer } from "./sample-offer.tsx";
export { SampleSection } from "./sample-section.tsx";
export { hasRecords, samples, useSamples } from "./samples.ts";
