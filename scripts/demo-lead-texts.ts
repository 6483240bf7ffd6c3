export interface DemoLead {
  name: string;
  email: string;
  phone?: string;
  company?: string;
  message: string;
  /** Where it came from: a page, or with a source, another way in. */
  from: { page: string; campaign?: string; source?: string };
}

const DEMO_PAGE = "https://www.fernhill.example/demo";
const FLOW_PAGE = "https://www.fernhill.example/flow";
const fair = { page: "https://www.fernhill.example/fair", source: "event" };
const autumn = { page: FLOW_PAGE, campaign: "flow-autumn" };
const web = { page: DEMO_PAGE };

/** Oldest first. */
export const LEADS: DemoLead[] = [
  {
    name: "Hanna Keller",
    email: "hanna@larkfield.example",
    phone: "+49 40 5550188",
    company: "Larkfield Paper",
    message: "Data loggers for a cold store, about 40 of them.",
    from: autumn,
  },
  {
    name: "Devraj Sethi",
    email: "devraj@northmoor.example",
    company: "Northmoor Dairy",
    message: "Saw you at the fair. Please send the flow meter sheet.",
    from: fair,
  },
  {
    name: "Maja Holm",
    email: "maja@skagen-kraft.example",
    company: "Skagen Kraft",
    message: "Pressure transmitters for three sites in Denmark.",
    from: autumn,
  },
  {
    name: "Otto Braun",
    email: "otto.braun@wiesental.example",
    phone: "+49 7621 555010",
    company: "Wiesental Textil",
    message: "Can your meters replace our old ones without new pipes?",
    from: fair,
  },
  {
    name: "Sanne Visser",
    email: "sanne@polderwater.example",
    company: "Polderwater",
    message: "Level measurement in open channels.",
    from: web,
  },
  {
    name: "Camille Roche",
    email: "camille.roche@brasserie-lune.example",
    company: "Brasserie Lune",
    message: "We brew in Lille, France, and lose too much water.",
    from: web,
  },
  {
    name: "Nadia Aziz",
    email: "nadia@aziz-pharma.example",
    company: "Aziz Pharma",
    message: "Yearly calibration of 12 sensors, with certificates.",
    from: web,
  },
  {
    name: "Hanna Keller",
    email: "hanna@larkfield.example",
    company: "Larkfield Paper",
    message: "One more question: do the loggers work at -30 degrees?",
    from: web,
  },
  {
    name: "Erik Lunde",
    email: "erik@fjordfisk.example",
    company: "Fjordfisk",
    message: "Oxygen probes for fish farms in Norway.",
    from: autumn,
  },
  {
    name: "Giulia Ferri",
    email: "giulia@ferri-vetro.example",
    company: "Ferri Vetro",
    message: "Furnace temperature, up to 1,600 degrees.",
    from: web,
  },
  { name: "Tom Ashworth", email: "tom.ashworth@gmail.com", message: "Is there a student price for the handheld meter?", from: web },
  {
    name: "Paula Lindgren",
    email: "paula@norrbruk.example",
    phone: "+46 8 5550142",
    company: "Norrbruk",
    message: "Vibration monitoring for two paper machines.",
    from: fair,
  },
  {
    name: "Yusuf Demir",
    email: "yusuf@marmara-gida.example",
    company: "Marmara Gida",
    message: "Weighing and flow for five sites, offer by December please.",
    from: autumn,
  },
  {
    name: "Sofia Costa",
    email: "sofia@aguas-do-vale.example",
    company: "Aguas do Vale",
    message: "Leak detection in a town of 20,000.",
    from: web,
  },
  {
    name: "Jonas Weber",
    email: "jonas@weber-galvanik.example",
    company: "Weber Galvanik",
    message: "Conductivity in baths with acid.",
    from: fair,
  },
  {
    name: "Anouk Lefort",
    email: "anouk@lefort-cidre.example",
    company: "Lefort Cidre",
    message: "Small cider maker in Normandy, France. What does a starter set cost?",
    from: web,
  },
  {
    name: "Piotr Zielinski",
    email: "piotr@zielinski-stal.example",
    company: "Zielinski Stal",
    message: "Calibration of pyrometers on site.",
    from: web,
  },
  {
    name: "Maja Holm",
    email: "maja@skagen-kraft.example",
    company: "Skagen Kraft",
    message: "We have the drawings of the sites now. Where can I send them?",
    from: web,
  },
  {
    name: "Ruth Okafor",
    email: "ruth@lagos-cold.example",
    company: "Lagos Cold Chain",
    message: "Loggers for trucks, with a phone app.",
    from: autumn,
  },
  {
    name: "Lars Bakke",
    email: "lars@bakke-bryggeri.example",
    company: "Bakke Bryggeri",
    message: "A demo in Norway next week?",
    from: web,
  },
  { name: "Elena Petrova", email: "elena@dunav-chem.example", company: "Dunav Chem", message: "ATEX certified level switches.", from: web },
  {
    name: "Mathis Perrin",
    email: "mathis@perrin-fonderie.example",
    company: "Perrin Fonderie",
    message: "Foundry near Lyon, France, needs 8 thermometers.",
    from: autumn,
  },
  {
    name: "Grace Whitlock",
    email: "grace@whitlock-mills.example",
    phone: "+44 20 7946 0018",
    company: "Whitlock Mills",
    message: "Dust measurement, call me after three.",
    from: web,
  },
];

/** What people did about leads, and how long after. The others wait. */
export const FOLLOWED: { email: string; by: string; afterMinutes: number; note?: string; status?: string }[] = [
  {
    email: "hanna@larkfield.example",
    by: "mara@fernhill.example",
    afterMinutes: 38,
    note: "Called. Wants a quote for 40 loggers, decides in January.",
    status: "working",
  },
  { email: "devraj@northmoor.example", by: "tomasz@fernhill.example", afterMinutes: 22, note: "Sheet sent.", status: "working" },
  { email: "maja@skagen-kraft.example", by: "mara@fernhill.example", afterMinutes: 51, note: "Three sites, site visit in December." },
  { email: "otto.braun@wiesental.example", by: "priya@fernhill.example", afterMinutes: 95, status: "working" },
  { email: "sanne@polderwater.example", by: "joel@fernhill.example", afterMinutes: 17, note: "Asked for a drawing of the channel." },
  { email: "giulia@ferri-vetro.example", by: "tomasz@fernhill.example", afterMinutes: 140, status: "working" },
  {
    email: "tom.ashworth@gmail.com",
    by: "priya@fernhill.example",
    afterMinutes: 9,
    note: "No student price, sent the list of dealers.",
    status: "disqualified",
  },
  { email: "paula@norrbruk.example", by: "tomasz@fernhill.example", afterMinutes: 44, note: "Interested in a pilot on one machine." },
  { email: "yusuf@marmara-gida.example", by: "mara@fernhill.example", afterMinutes: 30, status: "working" },
  { email: "erik@fjordfisk.example", by: "joel@fernhill.example", afterMinutes: 58, note: "Sends photos of the cages." },
  { email: "sofia@aguas-do-vale.example", by: "mara@fernhill.example", afterMinutes: 26, note: "Town council decides in spring." },
  { email: "jonas@weber-galvanik.example", by: "tomasz@fernhill.example", afterMinutes: 33, status: "working" },
];

/** What a form gets besides leads. `_website` is a field that no person sees. */
export const SPAM: Record<string, unknown>[] = [
  {
    name: "SEO Expert",
    email: "rank@first-page.example",
    message: "Your site is not on page one! https://first-page.example https://first-page.example/buy https://first-page.example/now",
    _website: "https://first-page.example",
  },
  {
    name: "Best Casino",
    email: "win@casino.example",
    message: "Claim your bonus http://casino.example/1 http://casino.example/2 http://casino.example/3",
    _website: "x",
  },
  { name: "Crypto Desk", email: "desk@coins.example", message: "Double your money today", _website: "http://coins.example" },
  {
    name: "Marketing Team",
    email: "sales@lists.example",
    message: "Buy 10,000 addresses of decision makers: http://lists.example",
    _website: "lists",
  },
];
