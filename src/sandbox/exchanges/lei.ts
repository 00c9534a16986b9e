import { hashText, sampleFrom } from '../noise';

const LETTERS = Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const BODY_LENGTH = 18;

/** Legal Entity Identifiers of exchange operators. Source: the list of market identifier codes (ISO 10383). */
const LEI_BY_MIC: Readonly<Partial<Record<string, string>>> = {
  XNYS: '5493000F4ZO33MV32P92',
  XNAS: '549300L8X1Q78ERXFD06',
  XLON: '213800D1EI4B9WTWWD28',
  XPAR: '969500HMVSZ0TCV65D58',
  XETR: '529900G3SW56SHYNPR95',
};

/**
 * The Legal Entity Identifier of an exchange; if the sandbox does not know it, a valid made-up one that begins with
 * MDSX.
 */
export const leiOf = (mic: string, name: string): string => LEI_BY_MIC[mic] ?? madeUp(name);

/** 18 characters, then check digits (ISO 7064 mod 97-10). */
function madeUp(name: string): string {
  const rest = Array.from({ length: BODY_LENGTH - 4 }, (_, index) => sampleFrom(LETTERS, hashText(name), index)).join(
    '',
  );
  const body = `MDSX${rest}`;
  return `${body}${String(98 - remainder(`${body}00`)).padStart(2, '0')}`;
}

/** Letters count as two digits, A = 10 to Z = 35. The number is divided piece by piece. */
const remainder = (text: string): number =>
  Array.from(text).reduce((rest, letter) => {
    const value = LETTERS.indexOf(letter);
    return (rest * (value > 9 ? 100 : 10) + value) % 97;
  }, 0);
