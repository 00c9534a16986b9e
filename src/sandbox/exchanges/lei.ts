import { hashText, pick } from '../noise';

const LETTERS = Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const BODY_LENGTH = 18;

/** A made-up Legal Entity Identifier with the right form: 18 characters, then check digits (ISO 7064 mod 97-10). */
export function leiOf(name: string): string {
  const rest = Array.from({ length: BODY_LENGTH - 4 }, (_, index) => pick(LETTERS, hashText(name), index)).join('');
  const body = `MDSX${rest}`;
  return `${body}${String(98 - remainder(`${body}00`)).padStart(2, '0')}`;
}

/** Letters count as two digits, A = 10 to Z = 35; the number is divided piece by piece. */
const remainder = (text: string): number =>
  Array.from(text).reduce((rest, letter) => {
    const value = LETTERS.indexOf(letter);
    return (rest * (value > 9 ? 100 : 10) + value) % 97;
  }, 0);
