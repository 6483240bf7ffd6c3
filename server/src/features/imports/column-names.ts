import { ID_TARGET } from "./operations.ts";

/** What columns are called in files that other programs wrote, in English, German, French, Spanish, Italian and Dutch. */
export const SYNONYMS: Record<string, string[]> = {
  name: words(
    "full name, display name, title, subject, first name, given name, forename, last name, surname, family name",
    "vorname, nachname, familienname, vollständiger name, ansprechpartner, kontakt, kontaktperson, kontaktname, bezeichnung, betreff, aufgabe",
    "nom, prénom, nom complet, nom de famille, nombre, nombre completo, apellido, apellidos, nome, cognome, naam, voornaam, achternaam",
  ),
  email: words(
    "e mail, mail, email address, e mail address, work email, email 1, email 2, e mail 1 value, other email, personal email, business email",
    "e mail adresse, email adresse, mailadresse, e mail geschäftlich, e mail privat",
    "courriel, adresse e mail, adresse email, correo, correo electrónico, indirizzo email, posta elettronica, e mailadres",
  ),
  phone: words(
    "telephone, tel, mobile, mobile phone, cell, cell phone, phone number, work phone, business phone, phone 1, phone 2",
    "telefon, telefonnummer, tel nr, handy, handynummer, mobil, mobilnummer, mobiltelefon, rufnummer, festnetz, telefon geschäftlich",
    "téléphone, portable, numéro de téléphone, teléfono, móvil, telefono, cellulare, telefoon, telefoonnummer, mobiel",
  ),
  job_title: words(
    "title, position, role, job, function, jobtitel, funktion, stelle, rolle, beruf, poste, fonction, cargo, puesto, ruolo, functie",
  ),
  organization: words(
    "organisation, company, company name, organization name, account, account name, employer, business, customer, client",
    "firma, firmenname, unternehmen, unternehmensname, kunde, arbeitgeber, société, entreprise, empresa, azienda, società, bedrijf, organisatie",
  ),
  company: words(
    "organization, organisation, company name, account, firma, firmenname, unternehmen, société, entreprise, empresa, azienda, bedrijf",
  ),
  website: words(
    "url, web, web site, homepage, domain, company domain name, webseite, internetseite, internet, site web, sitio web, sito web",
  ),
  industry: words("sector, branch, branche, industrie, wirtschaftszweig, secteur, sector industrial, settore"),
  size: words(
    "number of employees, company size, headcount, mitarbeiter, mitarbeiterzahl, anzahl mitarbeiter, unternehmensgröße, effectif",
  ),
  amount: words(
    "value, deal value, deal amount, price, revenue, sum, betrag, wert, auftragswert, umsatz, preis, summe, volumen, auftragsvolumen",
    "montant, valeur, prix, importe, valor, precio, importo, valore, prezzo, bedrag, waarde",
  ),
  close_date: words(
    "closing date, expected close date, close, expected close, abschlussdatum, abschluss, abschluss am, voraussichtlicher abschluss",
    "date de clôture, fecha de cierre, data di chiusura, sluitingsdatum",
  ),
  due: words("due date, deadline, due on, fällig, fällig am, fälligkeit, fälligkeitsdatum, frist, termin, échéance, vencimiento, scadenza"),
  last_contacted: words(
    "last contact, last contacted on, letzter kontakt, zuletzt kontaktiert, kontaktiert am, dernier contact, último contacto",
  ),
  do_not_contact: words(
    "opt out, unsubscribed, nicht kontaktieren, keine werbung, werbesperre, kontaktsperre, ne pas contacter, no contactar",
  ),
  stage: words("deal stage, pipeline stage, status, phase, stufe, verkaufsphase, étape, etapa, fase"),
  status: words("lead status, stage, state, phase, statut, estado, stato"),
  state: words("status, done, erledigt, zustand, statut, estado, stato"),
  owner: words(
    "owner email, owner name, assigned to, assignee, account manager, salesperson, record owner",
    "besitzer, inhaber, betreuer, zuständig, verantwortlich, verantwortlicher, vertriebsmitarbeiter, kundenbetreuer, bearbeiter",
    "propriétaire, responsable, propietario, proprietario, eigenaar",
  ),
  source: words("lead source, original source, channel, quelle, herkunft, leadquelle, origine, fuente, origen, fonte, bron"),
  city: words("town, ort, stadt, wohnort, billing city, mailing city, ville, ciudad, città, plaats, stad"),
  country: words("land, country region, billing country, mailing country, staat, pays, país, paese"),
  description: words(
    "notes, note, comment, comments, details, about, notiz, notizen, bemerkung, bemerkungen, kommentar, beschreibung, remarque, notas, note interne",
  ),
  message: words("notes, comment, description, inquiry, nachricht, anfrage, message"),
  next_step: words("next action, nächster schritt, nächste aktion, prochaine étape"),
  lost_reason: words("reason lost, verlustgrund, grund, raison"),
  [ID_TARGET]: words("record id, kith id"),
};

function words(...lists: string[]): string[] {
  return lists.flatMap((list) => list.split(", "));
}
