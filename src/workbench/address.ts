const ADDRESS = /^(?:'?([^'!]+)'?!)?\$?([A-Z]{1,3})\$?(\d{1,7})$/i;
const LETTERS = 26;
const CODE_BEFORE_A = 64;

/** A cell's row and column, counted from zero, and its sheet where the address names one. */
export interface Address {
  readonly sheet?: string;
  readonly row: number;
  readonly column: number;
}

/** "B7" or "Model!B7" → row, column and sheet. */
export function parseAddress(text: string): Address {
  const [, sheet, letters = '', digits] = ADDRESS.exec(text.trim()) ?? [];
  if (digits === undefined) throw new RangeError(`"${text}" is not the address of a cell, such as B7 or Model!B7`);
  const column = Array.from(letters.toUpperCase()).reduce((sum, letter) => sum * LETTERS + letter.charCodeAt(0) - CODE_BEFORE_A, 0);
  return { row: Number(digits) - 1, column: column - 1, ...(sheet === undefined ? {} : { sheet }) };
}

/** Row and column → "B7". */
export function formatAddress({ row, column }: Pick<Address, 'row' | 'column'>): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / LETTERS)) {
    letters = String.fromCharCode(CODE_BEFORE_A + 1 + ((rest - 1) % LETTERS)) + letters;
  }
  return `${letters}${row + 1}`;
}
