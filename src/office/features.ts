/** How the running Excel takes a number with its number format; `plain` drops the format. */
export type FormattedAs = 'Double' | 'FormattedNumber' | 'plain';

/** What the running Excel understands beyond the first custom functions. Asked once, when the first cell needs it. */
export class Features {
  #formattedAs: FormattedAs | undefined;

  constructor(private readonly isSupported: (apiSet: string, version: string) => boolean) {}

  get formattedAs(): FormattedAs {
    this.#formattedAs ??= this.isSupported('ExcelApi', '1.19') ? 'Double' : this.isSupported('ExcelApi', '1.16') ? 'FormattedNumber' : 'plain';
    return this.#formattedAs;
  }

  /** Whether errors beyond those of CustomFunctions.Error can be a cell's value. */
  get hasErrorValues(): boolean {
    return this.formattedAs !== 'plain';
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
