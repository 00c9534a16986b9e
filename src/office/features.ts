import type { Settings } from '../app/settings';

/** How the running Excel takes a number with its number format; `plain` drops the format. */
export type FormattedAs = 'Double' | 'FormattedNumber' | 'plain';

/** What the running Excel understands beyond the first custom functions, as far as the user wants it. Asked once, when the first cell needs it. */
export class Features {
  /** What the user wants. */
  richValues: Settings['richValues'] = 'auto';
  #supported: FormattedAs | undefined;

  constructor(private readonly isSupported: (apiSet: string, version: string) => boolean) {}

  get formattedAs(): FormattedAs {
    return this.richValues === 'off' ? 'plain' : this.#mostSupported;
  }

  /** Whether errors beyond those of CustomFunctions.Error can be a cell's value. */
  get hasErrorValues(): boolean {
    return this.#mostSupported !== 'plain';
  }

  get #mostSupported(): FormattedAs {
    return this.#supported ??= this.isSupported('ExcelApi', '1.19') ? 'Double' : this.isSupported('ExcelApi', '1.16') ? 'FormattedNumber' : 'plain';
  }
}

/** False, and no exception, where the host cannot say. */
export function isSetSupported(apiSet: string, version: string): boolean {
  try {
    return Office.context.requirements.isSetSupported(apiSet, version);
  } catch {
    return false;
  }
}
