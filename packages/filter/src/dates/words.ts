/** What days and months are called: `yesterday today tomorrow`, the weekdays from Monday, the months from January. */
interface Words {
  days: string;
  weekdays: string;
  /** Other forms of a name, such as a case or a usual abbreviation, stand after a slash. */
  months: string;
}

const WORDS = {
  en: {
    days: "yesterday today tomorrow",
    weekdays: "monday tuesday wednesday thursday friday saturday sunday",
    months: "january february march april may june july august september/sept october november december",
  },
  de: {
    days: "gestern heute morgen",
    weekdays: "montag dienstag mittwoch donnerstag freitag samstag/sonnabend sonntag",
    months: "januar/jänner februar/feber märz/maerz/mrz april mai juni juli august september/sept oktober november dezember",
  },
  fr: {
    days: "hier aujourd'hui/aujourdhui demain",
    weekdays: "lundi mardi mercredi jeudi vendredi samedi dimanche",
    months: "janvier février/fevr mars avril mai juin juillet août septembre/sept octobre novembre décembre",
  },
  es: {
    days: "ayer hoy mañana",
    weekdays: "lunes martes miércoles jueves viernes sábado domingo",
    months: "enero febrero marzo abril mayo junio julio agosto septiembre/setiembre/sept octubre noviembre diciembre",
  },
  it: {
    days: "ieri oggi domani",
    weekdays: "lunedì martedì mercoledì giovedì venerdì sabato domenica",
    months: "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre/sett ottobre novembre dicembre",
  },
  nl: {
    days: "gisteren vandaag morgen",
    weekdays: "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
    months: "januari februari maart/mrt april mei juni juli augustus september/sept oktober november december",
  },
  pt: {
    days: "ontem hoje amanhã",
    weekdays: "segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo",
    months: "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
  },
  pl: {
    days: "wczoraj dziś/dzisiaj jutro",
    weekdays: "poniedziałek wtorek środa czwartek piątek sobota niedziela",
    months:
      "styczeń/stycznia luty/lutego marzec/marca kwiecień/kwietnia maj/maja czerwiec/czerwca lipiec/lipca sierpień/sierpnia wrzesień/września październik/października listopad/listopada grudzień/grudnia",
  },
  cs: {
    days: "včera dnes zítra",
    weekdays: "pondělí úterý středa čtvrtek pátek sobota neděle",
    months:
      "leden/ledna únor/února březen/března duben/dubna květen/května červen/června červenec/července srpen/srpna září říjen/října listopad/listopadu prosinec/prosince",
  },
  sv: {
    days: "igår/i_går idag/i_dag imorgon/i_morgon",
    weekdays: "måndag tisdag onsdag torsdag fredag lördag söndag",
    months: "januari februari mars april maj juni juli augusti september/sept oktober november december",
  },
  da: {
    days: "i_går/igår i_dag/idag i_morgen/imorgen",
    weekdays: "mandag tirsdag onsdag torsdag fredag lørdag søndag",
    months: "januar februar marts april maj juni juli august september/sept oktober november december",
  },
  nb: {
    days: "i_går/igår i_dag/idag i_morgen/imorgen",
    weekdays: "mandag tirsdag onsdag torsdag fredag lørdag søndag",
    months: "januar februar mars april mai juni juli august september/sept oktober november desember",
  },
  fi: {
    days: "eilen tänään huomenna",
    weekdays: "maanantai tiistai keskiviikko torstai perjantai lauantai sunnuntai",
    months:
      "tammikuu/tammikuuta helmikuu/helmikuuta maaliskuu/maaliskuuta huhtikuu/huhtikuuta toukokuu/toukokuuta kesäkuu/kesäkuuta heinäkuu/heinäkuuta elokuu/elokuuta syyskuu/syyskuuta lokakuu/lokakuuta marraskuu/marraskuuta joulukuu/joulukuuta",
  },
} as const satisfies Record<string, Words>;

export type Language = keyof typeof WORDS;

/** The languages whose names of days and months are known. */
export const LANGUAGES = Object.keys(WORDS) as Language[]; // Object.keys forgets them

/** The numbers a name can stand for in a language and in English. Two of them: the name has two readings. */
type Find = (word: string, language: Language) => number[];

/** Months count from 1. Three letters of the name are enough where they are nobody else's. */
export const findMonths: Find = (word, language) => find(word, language, "months", 3);

/** Monday is 1, as in ISO 8601. Two letters are enough. */
export const findWeekdays: Find = (word, language) => find(word, language, "weekdays", 2);

/** Yesterday is -1, today 0, tomorrow 1. Only whole words. */
export const findDays: Find = (word, language) => find(word, language, "days", Infinity).map((number) => number - 2);

function find(word: string, language: Language, list: keyof Words, least: number): number[] {
  const wanted = letters(word);
  const found = [...new Set([language, "en" as const])].flatMap((one) => findIn(wanted, WORDS[one][list], least));
  return [...new Set(found)];
}

function findIn(wanted: string, names: string, least: number): number[] {
  const forms = names.split(" ").map((name) => letters(name).split("/"));
  const exact = forms.findIndex((form) => form.includes(wanted));
  if (exact >= 0) return [exact + 1];
  if (wanted.length < least) return [];
  return forms.flatMap((form, index) => (form.some((name) => name.startsWith(wanted)) ? [index + 1] : []));
}

/** Without accents, in lower case: people leave accents out, and files lose them. */
const letters = (text: string) =>
  text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().replaceAll("_", " ").replaceAll("ł", "l").replaceAll("ø", "o");
