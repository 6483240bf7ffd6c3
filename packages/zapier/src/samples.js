export const sampleRecord = {
  id: "rec_01k9y3m5t7v9x1b3d5f7h9jkm0",
  type: "contact",
  title: "Mara Lindt",
  version: 1,
  values: { name: "Mara Lindt", email: ["mara@fernhill.example"] },
};
