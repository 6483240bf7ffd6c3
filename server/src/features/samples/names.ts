const words = (text: string) => text.trim().split(/\s+/);

export const FIRST_NAMES =
  words(`Anneke Tomasz Ines Priya Joel Mara Noor Sven Lucia Bram Elif Marek Hanna Oskar Freya Diego Amara Jonas Leila Pavel Greta
  Mateo Ingrid Kofi Saoirse Emil Yara Nils Chiara Dmitri Aoife Rafael Sanne Viktor Zofia Henrik Camille Tariq Linnea Andrei Marta Felix Ayesha Luca Astrid
  Milan Nadia Piotr Clara Hugo Selma Arjun Eva Theo Mina Jakob Olga Samir Ida Ruben Nina Erik Salma Anton Lotte Bilal Julia Karim Maja Otto`);
export const LAST_NAMES =
  words(`Vos Wrona Carvalho Raman Adeyemi Lindqvist Haddad Berger Moretti Jansen Kaya Novak Schmidt Larsen Okafor Murphy Petrov Keller
  Romano Silva Andersen Mensah Walsh Fischer Aydin Bergman Rossi Ivanov Byrne Costa Visser Horvat Kowalska Nilsson Laurent Aziz Ekström Popescu Ferreira Wagner
  Iqbal Ricci Dahl Jovanovic Ahmed Nowak Hoffmann Dubois Lund Sharma Blom Castillo Ali Braun Sokolova Nasser Holm Peeters Weber Svensson Rahman Krüger`);
const PLACES =
  words(`Aldermoor Castellan Fernley Hollin Marrow Thornbury Wexcombe Ashdale Brackley Corrin Dunmore Eskdale Farrow Glenmoor Harrow Ivybridge Kestrel
  Larkfield Millbrook Northgate Oakhurst Penrose Quarry Ravens Stonefield Tideway Upland Vale Westerly Yarrow Amber Birch Cinder Delta Ember`);
const TRADES = [
  "Ceramics",
  "Water",
  "Instruments",
  "Foods",
  "Logistics",
  "Energy",
  "Textiles",
  "Pharma",
  "Plastics",
  "Robotics",
  "Paper",
  "Glass",
  "Dairy",
  "Optics",
  "Marine",
  "Systems",
];
export const CITIES = [
  ["Berlin", "DE", "+4930"],
  ["Hamburg", "DE", "+4940"],
  ["Rotterdam", "NL", "+3110"],
  ["Lyon", "FR", "+3347"],
  ["Porto", "PT", "+35122"],
  ["Gdańsk", "PL", "+4858"],
  ["Malmö", "SE", "+4640"],
  ["Cork", "IE", "+35321"],
  ["Turin", "IT", "+39011"],
  ["Zürich", "CH", "+4144"],
] as const;
export const JOBS = [
  "Plant manager",
  "Head of procurement",
  "Process engineer",
  "Managing director",
  "Operations lead",
  "Buyer",
  "Quality manager",
  "Maintenance lead",
  "CFO",
  "Project manager",
];
export const PRODUCTS = [
  "Flow metering",
  "Kiln monitoring",
  "Pressure sensors",
  "Tank gauging",
  "Calibration service",
  "Leak detection",
  "Dosing control",
  "Energy audit",
  "Data logger upgrade",
  "Line retrofit",
];
export const SITES = [
  "north plant",
  "south plant",
  "phase one",
  "phase two",
  "phase three",
  "pilot line",
  "all sites",
  "warehouse",
  "new hall",
  "renewal",
  "line 1",
  "line 2",
  "line 3",
  "boiler house",
  "test bench",
  "cold store",
  "packing hall",
  "utilities",
  "tank farm",
  "second site",
  "extension",
  "replacement",
  "three-year contract",
  "trial",
  "paint shop",
  "head office",
  "loading bay",
  "laboratory",
  "east wing",
  "framework",
];

/** A company name, unique among 560: every pair of place and trade occurs once. */
export const organizationName = (at: number) =>
  `${PLACES[at % PLACES.length] ?? ""} ${TRADES[((at % PLACES.length) + Math.floor(at / PLACES.length)) % TRADES.length] ?? ""}`;

/** "Aldermoor tank gauging, phase two": every pair of product and site occurs once, so the name is unique among 300 deals. */
export function dealName(customer: string, at: number): string {
  // 137 and 300 share no factor: each pair occurs once, and neighbours differ.
  const pair = (at * 137) % (PRODUCTS.length * SITES.length);
  const product = PRODUCTS[pair % PRODUCTS.length] ?? "";
  return `${customer.split(" ")[0] ?? ""} ${product.toLowerCase()}, ${SITES[Math.floor(pair / PRODUCTS.length)] ?? ""}`;
}

export const slug = (text: string) =>
  text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "");
