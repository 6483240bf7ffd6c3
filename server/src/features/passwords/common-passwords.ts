// Words that people build passwords of, chosen by hand. `isCommonPassword` removes what is usually put
// around them, so a few hundred words stand for many thousand passwords.
const WORDS = `password passwort passwd passphrase passcode contrasena motdepasse wachtwoord senha haslo parola parole salasana losenord
  admin administrator administrador root superuser supervisor operator manager support service helpdesk system server database backup
  user username guest login signin default demo example sample test tester testing temp temporary change changeme changeit secret
  private secure security access account master letmein letmeinnow openup opensesame trustno welcome hello hallo bonjour hola goodbye
  iloveyou iloveu loveyou lovely love lover forever always together friends friend family mother father mommy daddy brother sister
  baby babygirl princess prince queen king angel heaven sweet sweetheart honey sugar candy cookie chocolate strawberry banana orange
  cherry apple peach pepper coffee pizza cheese butter peanut sunshine sunflower flower flowers rainbow butterfly diamond crystal
  summer winter spring autumn january february march april may june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday sommer herbst fruehling januar februar juni juli oktober dezember
  football baseball basketball soccer hockey tennis golfer volleyball arsenal chelsea liverpool manchester barcelona realmadrid
  juventus bayern dortmund schalke yankees lakers cowboys steelers eagles packers rangers raiders broncos patriots redsox
  dragon monkey tiger lion eagle falcon phoenix wolf bear panther leopard dolphin shark snake spider horse pony puppy doggy kitty
  kitten chicken rabbit turtle bunny mickey minnie donald snoopy garfield scooby pokemon pikachu naruto batman superman spiderman
  ironman captain starwars jedi skywalker matrix gandalf merlin wizard magic hunter killer ninja samurai warrior soldier
  michael jennifer jessica ashley amanda daniel andrew joshua matthew thomas robert charlie jordan justin anthony nicole michelle
  melissa sophie laura sarah hannah samantha elizabeth alexander alexandra benjamin christian christopher nicholas patrick richard
  william victoria veronica maria marina martin peter stefan andreas sebastian florian julian katharina susanne thorsten wolfgang
  google facebook instagram twitter youtube amazon apple microsoft windows linux ubuntu android iphone samsung internet computer
  laptop keyboard monitor network wireless router cisco oracle mysql postgres mongodb redis docker kubernetes github gitlab jenkins
  mustang ferrari porsche mercedes corvette harley yamaha honda toyota nissan camaro bmw audi volkswagen
  london paris berlin hamburg munich muenchen vienna wien zurich madrid rome milan newyork chicago boston dallas houston texas
  florida california america england scotland ireland germany deutschland france espana italia canada australia brasil
  money dollar millionaire business company office sales customer finance marketing account invoice crm kith
  freedom liberty justice peace power energy thunder lightning storm hurricane galaxy universe planet earth moon star stars
  music guitar piano metallica nirvana slipknot eminem blink beatles rocknroll hiphop dance party
  whatever nothing something anything everything nobody someone fuckyou fuckoff bullshit asshole bitch pussy sexy hottie
  jesus christ jesuschrist godisgood blessed church faith hope grace allah muhammad krishna buddha
  abc abcd abcde abcdef abcdefg abcdefgh qwe qwer qwert qwerty qwertz azerty qwertyuiop qwertzuiop asd asdf asdfg asdfgh asdfghjkl
  zxc zxcv zxcvb zxcvbn zxcvbnm yxcvbnm qaz wsx edc rfv tgb qazwsx qazwsxedc wsxedc poiuytrewq lkjhgfdsa mnbvcxz`;

const words = new Set(WORDS.split(/\s+/));
const longest = Math.max(...[...words].map((word) => word.length));

const LONGEST_PASSWORD = 128;

// Digits and signs that stand for letters. "1" and "!" stand for two, so both readings are tried.
const LETTERS: Record<string, string> = {
  "0": "o",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "9": "g",
  "@": "a",
  $: "s",
  "€": "e",
};
const ROWS = [
  "12345678901234567890",
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiopasdfghjklzxcvbnm",
  "qwertzuiopasdfghjklyxcvbnm",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
  "1q2w3e4r5t6y7u8i9o0p",
  "1a2b3c4d5e6f7g8h9i",
];

/**
 * Whether a password is one of those that are tried first: a common word, or several, in capitals or not, with digits for letters, with
 * years, digits and signs around it; a row of the keyboard or the alphabet; or a short piece over and over.
 */
export function isCommonPassword(password: string): boolean {
  if (password.length > LONGEST_PASSWORD) return false; // refused for its length; reading it here would take long
  const plain = password.normalize("NFKC").toLowerCase();
  return new Set(plain).size < 3 || isRepeated(plain) || isRow(plain) || readings(plain).some(isOnlyWords);
}

function readings(plain: string): string[] {
  const bare = trimEnds(plain);
  const asLetters = (one: string) =>
    bare
      .split("")
      .map((sign) => (sign === "1" || sign === "!" || sign === "|" ? one : (LETTERS[sign] ?? sign)))
      .join("");
  // "passw0rd2024" ends in a year, not in letters, so what surrounds a word is removed before its digits are read.
  return [bare, asLetters("i"), asLetters("l")];
}

const isLetter = (sign: string) => /\p{L}/u.test(sign);

/** Without the digits and signs at both ends. */
function trimEnds(plain: string): string {
  const signs = plain.split("");
  const from = signs.findIndex(isLetter);
  return from === -1 ? "" : signs.slice(from, signs.findLastIndex(isLetter) + 1).join("");
}

/** Common words one after the other, with at most digits and signs between them. Two different words with a blank are a phrase. */
function isOnlyWords(text: string): boolean {
  if (text === "" || /\s/.test(text)) return false;
  const reaches: boolean[] = [true];
  for (let at = 0; at < text.length; at++) {
    if (!reaches[at]) continue;
    if (!isLetter(text[at] ?? "")) reaches[at + 1] = true;
    for (let length = 3; length <= longest && at + length <= text.length; length++) {
      if (words.has(text.slice(at, at + length))) reaches[at + length] = true;
    }
  }
  return reaches[text.length] === true;
}

/** A piece of up to six signs, over and over: 123123123123, abcabcabcabc. */
function isRepeated(plain: string): boolean {
  return [1, 2, 3, 4, 5, 6].some(
    (length) =>
      plain.length >= 2 * length &&
      plain ===
        plain
          .slice(0, length)
          .repeat(Math.ceil(plain.length / length))
          .slice(0, plain.length),
  );
}

/** Made of pieces of at least four signs of a row, read in either direction. */
function isRow(plain: string): boolean {
  const rows = ROWS.flatMap((row) => [row, row.split("").toReversed().join("")]);
  let at = 0;
  while (at < plain.length) {
    const left = plain.length - at;
    const length = Array.from({ length: left }, (_, less) => left - less).find((size) =>
      rows.some((row) => row.includes(plain.slice(at, at + size))),
    );
    if (length === undefined || (length < 4 && length < left)) return false;
    at += length;
  }
  return true;
}
