import type { Settings } from '../app/settings';

/** How the running Excel takes a number with its number format; `plain` drops the format. */
export type FormattedAs = 'Double' | 'FormattedNumber' | 'plain';

/** What functions may return. */
export type ReturnedTypes = Pick<Features, 'formattedAs' | 'hasErrorValues'>;

/** What the running Excel understands beyond the first custom functions, as far as the user wants it. Asked once, when the first cell needs it. */
export class Features {
  /** What the user wants. */
  richValues: Settings['richValues'] = 'auto';
  properties: Settings['properties'] = 'off';
  #supported: FormattedAs | undefined;
  #messageIntervalMs: number | undefined;

  /** Whether a look at the workbook has shown that this Excel has data types; requirement sets alone have been wrong about it. */
  #areDataTypesProven = true;

  constructor(private readonly isSupported: (apiSet: string, version: string) => boolean) {}

  /**
   * Takes data types for missing until they have been seen to work.
   *
   * @param look rejects where Excel has no data types
   */
  async prove(look: () => Promise<unknown>): Promise<void> {
    this.#areDataTypesProven = false;
    await look();
    this.#areDataTypesProven = true;
  }

  get formattedAs(): FormattedAs {
    return this.richValues === 'off' ? 'plain' : this.#mostReturned;
  }

  /** Whether errors beyond those of CustomFunctions.Error can be a cell's value. */
  get hasErrorValues(): boolean {
    return this.#mostReturned !== 'plain';
  }

  /** How long Excel's client waits between two messages with results, in ms. Hosts of the first kind say so in a set of their own. */
  get messageIntervalMs(): number {
    return (this.#messageIntervalMs ??= this.isSupported('CustomFunctions', '1.9') ? 200 : 500);
  }

  get #mostReturned(): FormattedAs {
    return this.#areDataTypesProven ? this.#mostSupported : 'plain';
  }

  /** ExcelApi says what cells may hold; whether functions may return it, another set does. */
  get #mostSupported(): FormattedAs {
    return (this.#supported ??= !this.isSupported('CustomFunctionsRuntime', '1.4')
      ? 'plain'
      : this.isSupported('ExcelApi', '1.19')
        ? 'Double'
        : this.isSupported('ExcelApi', '1.16')
          ? 'FormattedNumber'
          : 'plain');
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
