// The most common passwords of at least 12 characters in published lists, and some with this product's name.
const commonPasswords = new Set(
  `123456789012 1234567890123 12345678901234 123456789101112 1234567891011 0123456789012 111111111111 000000000000 aaaaaaaaaaaa
   passwordpassword password1234 password12345 password123456 password123! passw0rd1234 p@ssw0rd1234 mypassword123 changeme1234
   qwertyuiop123 qwertyuiopasdf qwerty123456 qwerty1234567 qwertyqwerty 1qaz2wsx3edc 1q2w3e4r5t6y qazwsxedcrfv asdfghjkl123
   administrator administrator1 adminadminadmin letmeinletmein welcome12345 welcome123456 iloveyou1234 iloveyouiloveyou
   abcdefghijkl abcdefgh1234 abcd12345678 abc123abc123 football1234 baseball1234 sunshine1234 princess1234 superman1234
   trustno1trustno1 dragondragon monkeymonkey 121212121212 123123123123 112233445566 987654321098 kithkithkith`.split(/\s+/),
);

export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase();
  return commonPasswords.has(plain) || new Set(plain).size < 3;
}
