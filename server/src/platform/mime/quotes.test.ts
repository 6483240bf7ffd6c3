import assert from "node:assert/strict";
import { test } from "node:test";
import { quoteAt } from "./quotes.ts";
import { stopwatch, within } from "../../../test/measured.ts";

const OWN = "Thanks, Thursday works.\nSee you then,\nAnneke";
const marked = "> Can we meet on Thursday?\n>\n> Priya";
const plain = "Can we meet on Thursday?\n\nPriya";

/** What each mail program writes above the mail that is answered. */
const PROGRAMS: Record<string, string> = {
  Gmail: `On Mon, 16 Nov 2026 at 10:12, Priya Raman <priya@fernhill.example> wrote:\n\n${marked}`,
  "Gmail, broken into two lines": `On Mon, 16 Nov 2026 at 10:12, Priya Raman with a long name\n<priya@fernhill.example> wrote:\n\n${marked}`,
  "Apple Mail": `On 16 Nov 2026, at 10:12, Priya Raman <priya@fernhill.example> wrote:\n\n${marked}`,
  Thunderbird: `On 11/16/26 10:12, Priya Raman wrote:\n${marked}`,
  "Thunderbird, German": `Am 16.11.26 um 10:12 schrieb Priya Raman:\n${marked}`,
  "Gmail, German": `Am Mo., 16. Nov. 2026 um 10:12 Uhr schrieb Priya Raman <priya@fernhill.example>:\n\n${marked}`,
  "Gmail, French": `Le lun. 16 nov. 2026 à 10:12, Priya Raman <priya@fernhill.example> a écrit :\n\n${marked}`,
  "Gmail, Spanish": `El lun, 16 nov 2026 a las 10:12, Priya Raman (<priya@fernhill.example>) escribió:\n\n${marked}`,
  "Gmail, Italian": `Il giorno lun 16 nov 2026 alle ore 10:12 Priya Raman <priya@fernhill.example> ha scritto:\n\n${marked}`,
  "Gmail, Dutch": `Op ma 16 nov 2026 om 10:12 schreef Priya Raman <priya@fernhill.example>:\n\n${marked}`,
  "Gmail, Swedish": `Den mån 16 nov. 2026 kl 10:12 skrev Priya Raman <priya@fernhill.example>:\n\n${marked}`,
  "Gmail, Portuguese": `Em seg., 16 de nov. de 2026 às 10:12, Priya Raman <priya@fernhill.example> escreveu:\n\n${marked}`,
  "Gmail, Polish": `pon., 16 lis 2026 o 10:12 Priya Raman <priya@fernhill.example> napisał(a):\n\n${marked}`,
  "Gmail, Japanese": `2026年11月16日(月) 10:12 Priya Raman <priya@fernhill.example>:\n\n${marked}`,
  "Gmail, Russian": `пн, 16 нояб. 2026 г. в 10:12, Priya Raman <priya@fernhill.example>:\n\n${marked}`,
  Proton: `On Monday, November 16th, 2026 at 10:12 AM, Priya Raman <priya@fernhill.example> wrote:\n\n${marked}`,
  mutt: `On Mon, Nov 16, 2026 at 10:12:00AM +0100, Priya Raman wrote:\n${marked}`,
  Yahoo: `On Monday, November 16, 2026 at 10:12:00 AM GMT+1, Priya Raman <priya@fernhill.example> wrote:\n\n${plain}`,
  Outlook: `From: Priya Raman <priya@fernhill.example>\nSent: Monday, November 16, 2026 10:12 AM\nTo: Anneke\nSubject: Calibration\n\n${plain}`,
  "Outlook on a phone": `________________________________\nFrom: Priya Raman <priya@fernhill.example>\nSent: Monday, November 16, 2026 10:12:00 AM\nTo: Anneke\nSubject: Calibration\n\n${plain}`,
  "Outlook of old": `-----Original Message-----\nFrom: Priya Raman\nSent: Monday, November 16, 2026 10:12 AM\nTo: Anneke\nSubject: Calibration\n\n${plain}`,
  "Outlook, German": `Von: Priya Raman <priya@fernhill.example>\nGesendet: Montag, 16. November 2026 10:12\nAn: Anneke\nBetreff: Kalibrierung\n\n${plain}`,
  "Outlook, French": `De : Priya Raman <priya@fernhill.example>\nEnvoyé : lundi 16 novembre 2026 10:12\nÀ : Anneke\nObjet : Étalonnage\n\n${plain}`,
  "Outlook, Dutch": `Van: Priya Raman\nVerzonden: maandag 16 november 2026 10:12\nAan: Anneke\nOnderwerp: Kalibratie\n\n${plain}`,
  "Outlook, Swedish": `Från: Priya Raman\nSkickat: den 16 november 2026 10:12\nTill: Anneke\nÄmne: Kalibrering\n\n${plain}`,
  QQ: `------------------ 原始邮件 ------------------\n发件人: "Priya" <priya@fernhill.example>;\n发送时间: 2026年11月16日(星期一) 上午10:12\n收件人: "Anneke";\n主题: 校准\n\n${plain}`,
  "a help desk": `##- Please type your reply above this line -##\n\n${plain}`,
  "marks alone": marked,
};

for (const [program, quoted] of Object.entries(PROGRAMS))
  test(`the quote of ${program} begins where the program began it`, () => {
    const text = `${OWN}\n\n${quoted}`;
    assert.equal(quoteAt(text), OWN.length + 2, `cut before: ${text.slice(0, quoteAt(text) ?? 0)}`);
    assert.equal(quoteAt(text.replaceAll("\n", "\r\n")), `${OWN}\n\n`.replaceAll("\n", "\r\n").length);
  });

test("an answer between the quoted lines hides none of the writer's words", () => {
  const text = `Hello,\n\nOn Mon, 16 Nov 2026 at 10:12, Priya <p@f.example> wrote:\n\n> Thursday?\n\nYes.\n\n> At ten?\n\nRather at eleven.`;
  assert.equal(quoteAt(text), null);
  const last = `${text}\n\n> Anything else?`;
  assert.equal(quoteAt(last), last.indexOf("> Anything"));
});

test("an answer below the quote, and a mail that is nothing but a quote, are shown whole", () => {
  assert.equal(quoteAt(`On Mon, 16 Nov 2026 at 10:12, Priya <p@f.example> wrote:\n> Thursday?\n\nYes, that works.`), null);
  assert.equal(quoteAt(PROGRAMS["Outlook"] ?? ""), null);
  assert.equal(quoteAt(marked), null);
  assert.equal(quoteAt(""), null);
});

test("sentences that look like a heading are the writer's own", () => {
  for (const text of [
    "On Thursday our auditor wrote:\nthe device is out of tolerance.\nCan you help?",
    "From: the warehouse\nplease collect 3 boxes.",
    "Von: hier aus gesehen ist das gut.",
    "Am Montag schrieb mir Jens: alles gut.",
    "-- \nAnneke Visser\nAtelier Mesures",
    "Prices:\n- 10 pieces\n- 20 pieces",
  ])
    assert.equal(quoteAt(text), null, text);
});

test("a megabyte of hostile text takes no longer than 50 ms", () => {
  const hostile = [
    "On ".repeat(350_000),
    `${"On 10:12 ".repeat(40)}\n`.repeat(3_000),
    "From:\n".repeat(170_000),
    "-".repeat(1_000_000),
    `${"-".repeat(399)}\n`.repeat(2_500),
    "> \n".repeat(333_000),
    `a\n${"\n".repeat(1_000_000)}`,
    `##- ${"a".repeat(1_000_000)}`,
    "Am 10:12 schrieb schrieb \n".repeat(40_000),
    `On 16 Nov 2026 at 10:12 Ada wrote:\n`.repeat(29_000),
  ];
  for (const text of hostile) {
    // The shortest of three: other work on this machine is none of ours.
    const times = [1, 2, 3].map(() => {
      const took = stopwatch();
      quoteAt(text);
      return took();
    });
    const took = Math.min(...times);
    assert.ok(took < within(50), `${took.toFixed(0)} ms for ${JSON.stringify(text.slice(0, 30))}`);
  }
});
