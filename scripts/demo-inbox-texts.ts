/** One step of a conversation: they write, we answer, or somebody leaves a note for the team. */
export interface Turn {
  in?: string;
  out?: string;
  note?: string;
  /** Who answers or notes. */
  by?: Who;
  /** Minutes after the step before it. */
  after?: number;
  /** Names of small files that come with it. */
  files?: string[];
  html?: string;
}

export type Who = "mara" | "tomasz" | "ines" | "priya" | "joel";

export interface Talk {
  through: "mail" | "whatsapp" | "fair";
  /** Not a contact of the company: who it is. Left out: the next contact. */
  stranger?: { name: string; address: string };
  subject?: string;
  /** How long ago it began: minutes, or the working day and the hour of it. */
  ago: number | { days: number; hour: number };
  turns: Turn[];
  assignee?: Who;
  tags?: string[];
  /** What became of it. Left out: it is open. */
  end?: "closed" | "spam" | { snoozedForDays: number };
}

/** Those that are open, and some that are worth reading. */
export const TALKS: Talk[] = [
  {
    through: "mail",
    subject: "Offer 2214, flow metering",
    ago: { days: 2, hour: 9.2 },
    assignee: "mara",
    tags: ["offer", "north plant"],
    turns: [
      {
        in: "Hello Mara,\n\nthank you for the visit. Could you send us an offer for 16 flow meters with commissioning at our plant? We would like to decide this month.\n\nKind regards",
        files: ["Meter room.png"],
      },
      {
        out: "Good morning,\n\noffer 2214 is attached to the deal and on its way to you by post as well. Delivery takes six weeks from the order.\n\nKind regards\nMara",
        by: "mara",
        after: 140,
      },
      { in: "Thank you, it has arrived. One question: is commissioning on site inside the price or on top?", after: 300 },
      { out: "On top: €2,500 for the two days. I will put it in writing as a separate line.", by: "mara", after: 25 },
      { note: "The certificates for all 16 meters are ready. They are on the deal.", by: "tomasz", after: 60 },
      {
        in: "Thanks Mara. The board signed off yesterday, so we can move. Could you send the commissioning price as a separate line? Ideally before Friday, our legal team meets in the afternoon.",
        after: 900,
        files: ["PO 4471 draft.pdf"],
      },
    ],
  },
  {
    through: "whatsapp",
    ago: 330,
    assignee: "ines",
    tags: ["service"],
    turns: [
      { in: "Hi, the probe in the boiler room shows 0 since this morning." },
      { out: "Good morning! Is the green light on the head still on? A photo would help.", by: "ines", after: 8 },
      { in: "It blinks, three times and then a pause. The probe on site 2 is fine.", after: 60 },
    ],
  },
  {
    through: "whatsapp",
    ago: 95,
    turns: [{ in: "Hello, we would like two more recorder pens on the next delivery. Is that still possible?" }],
  },
  {
    through: "fair",
    stranger: { name: "Gaspard Leroux", address: "gaspard@vallon-chemie.example" },
    subject: "Demo request: tank gauging",
    ago: 50,
    tags: ["fair"],
    turns: [{ in: "Asked for a demo: tank gauging, 6 tanks, acid. Call after 14:00. Scanned at the stand by Joel." }],
  },
  {
    through: "mail",
    subject: "Calibration certificates for the audit",
    ago: 190,
    tags: ["certificates"],
    turns: [
      {
        in: "Hello,\n\nour auditor comes on the 24th and wants the calibration certificates of all transmitters from 2025. We found 11 of 14. Can you send the other three? The serial numbers are in the list.\n\nThank you very much",
        files: ["serial-numbers.csv"],
      },
    ],
  },
  {
    through: "mail",
    subject: "Invoice 30918 shows the old address",
    ago: 260,
    assignee: "priya",
    tags: ["invoice"],
    turns: [{ in: "The second invoice still shows our old address. Please correct it, otherwise accounting sends it back to you." }],
  },
  {
    through: "mail",
    subject: "Your autumn price list",
    ago: 22,
    stranger: { name: "Hedda Nyberg", address: "hedda.nyberg@tallvik-maskin.example" },
    turns: [
      {
        in: "Hello, I got your address from a colleague. Do you have a price list for pressure transmitters with a display, 0 to 16 bar? We need about 20.",
        html: "<p>Hello,</p><p>I got your address from a colleague. Do you have a price list for pressure transmitters with a display?</p><table><tr><th>Range</th><th>Pieces</th></tr><tr><td>0 to 16 bar</td><td>20</td></tr></table><p>Hedda Nyberg<br><b>Tallvik Maskin</b></p>",
      },
    ],
  },
  {
    through: "mail",
    subject: "Site visit on the 24th",
    ago: { days: 3, hour: 8.5 },
    assignee: "tomasz",
    turns: [
      { in: "Would the 24th suit you for the site visit? We can show you both lines before noon." },
      { out: "The 24th suits us. I will be at the gate at 9:00, with a colleague.", by: "tomasz", after: 95 },
      { in: "Good. You need safety shoes, everything else we have here.", after: 30 },
      { out: "Noted, thank you. See you on the 24th.", by: "tomasz", after: 12 },
    ],
  },
  {
    through: "mail",
    subject: "Rig drawings, revision C",
    ago: { days: 1, hour: 8.9 },
    assignee: "joel",
    tags: ["drawings"],
    turns: [
      {
        in: "The drawings are attached, revision C. Please check flange 7, we moved it by 40 mm.",
        files: ["rig-rev-c.pdf", "flange-7.png"],
      },
      { note: "Flange 7 collides with the cable tray. I ask them for the section view.", by: "joel", after: 70 },
      { out: "Thank you. Flange 7 looks close to the cable tray. Could you send the section view A-A?", by: "joel", after: 5 },
    ],
  },
  {
    through: "mail",
    subject: "Framework for spare sensors",
    ago: { days: 6, hour: 10.1 },
    assignee: "mara",
    tags: ["offer"],
    end: { snoozedForDays: 3 },
    turns: [
      {
        in: "We would like a framework contract for spare sensors, 40 a year. Please wait with the offer until our budget meeting next week.",
      },
      { out: "With pleasure. I will send it right after your meeting.", by: "mara", after: 45 },
    ],
  },
  {
    through: "mail",
    subject: "Mill 2 shutdown moves to December",
    ago: { days: 4, hour: 7.8 },
    assignee: "priya",
    end: { snoozedForDays: 9 },
    turns: [
      { in: "The shutdown of mill 2 moves to the 7th of December. Can your team come then?" },
      { out: "We can. Two people, from the 7th to the 9th. I confirm the names a week before.", by: "priya", after: 160 },
      { note: "Ask Ines and Joel at the end of the month.", by: "priya", after: 3 },
    ],
  },
  {
    through: "whatsapp",
    ago: { days: 1, hour: 13.3 },
    assignee: "tomasz",
    turns: [
      { in: "Which gate do we use tomorrow?" },
      { out: "Gate 3, the code is the last four digits of the order number.", by: "tomasz", after: 4 },
      { in: "Perfect, thanks 👍", after: 2 },
      { out: "See you tomorrow!", by: "tomasz", after: 3 },
    ],
  },
  {
    through: "whatsapp",
    ago: { days: 8, hour: 9.7 },
    assignee: "joel",
    end: { snoozedForDays: 1 },
    turns: [
      { in: "Can the sensors be wiped with peracetic acid?" },
      { out: "The 316L version can, up to 2 %. I will ask the factory about the display and come back to you.", by: "joel", after: 16 },
    ],
  },
  {
    through: "mail",
    subject: "Second delivery, 12 of 20 boxes",
    ago: { days: 5, hour: 11.2 },
    assignee: "ines",
    tags: ["delivery"],
    turns: [
      { in: "Only 12 of 20 boxes arrived today. The driver knows nothing. Where are the other 8?" },
      { note: "The forwarder says: on another truck, Thursday.", by: "ines", after: 40 },
      { out: "I am sorry. The other 8 are on a second truck and arrive on Thursday before noon. I watch it.", by: "ines", after: 6 },
      { in: "All right, thank you for the quick answer.", after: 50 },
      { out: "They left the depot this morning. Please tell me if anything is missing.", by: "ines", after: 1_400 },
    ],
  },
  {
    through: "mail",
    subject: "You have won 4 instruments",
    stranger: { name: "Prize Office", address: "office@prizes-today.example" },
    ago: { days: 7, hour: 3.1 },
    end: "spam",
    turns: [{ in: "Congratulations! Your company was chosen. Send your bank details today to receive the prize." }],
  },
  {
    through: "fair",
    stranger: { name: "Freya Lund", address: "freya.lund@tideway-dairy.example" },
    subject: "Card left at the stand",
    ago: { days: 2, hour: 12.4 },
    assignee: "tomasz",
    tags: ["fair"],
    turns: [
      { in: "Left a card at the stand: wants hygienic level probes for 9 tanks. Asked for two references from dairies." },
      { out: "Good morning Freya, it was good to meet you. I send the data sheet and two references this week.", by: "tomasz", after: 190 },
    ],
  },
];
