import type { Settings } from '../app/settings';

/** How the running Excel accepts a number with its number format; `plain` drops the format. */
type FormattedAs = 'Double' | 'FormattedNumber' | 'plain';

export type ReturnedTypes = Pick<Features, 'formattedAs' | 'hasErrorValues'>;

/**
 * What the running Excel supports beyond the first custom functions, as far as the user wants it. Checked once, when
 * the first cell needs it.
 */
export class Features {
  richValues: Settings['richValues'] = 'auto';
  properties: Settings['properties'] = 'off';
  #supported: FormattedAs | undefined;

  /**
   * Whether a check of the workbook has shown that this Excel has data types; requirement sets alone have been wrong
   * about it.
   */
  #areDataTypesProven = true;

  constructor(private readonly isSupported: (apiSet: string, version: string) => boolean) {}

  /**
   * Assumes that there are no data types until they have been seen to work.
   * @param look rejects if Excel has no data types
   */
  async prove(look: () => Promise<unknown>): Promise<void> {
    this.#areDataTypesProven = false;
    await look();
    this.#areDataTypesProven = true;
  }

  get formattedAs(): FormattedAs {
    return this.richValues === 'off' ? 'plain' : this.#bestReturned;
  }

  /** Whether a cell's value can be an error that CustomFunctions.Error cannot express. */
  get hasErrorValues(): boolean {
    return this.#bestReturned !== 'plain';
  }

  /** ExcelApi says what cells may hold; another set says whether functions may return it. */
  get #bestReturned(): FormattedAs {
    this.#supported ??= !this.isSupported('CustomFunctionsRuntime', '1.4')
      ? 'plain'
      : this.isSupported('ExcelApi', '1.19')
        ? 'Double'
        : this.isSupported('ExcelApi', '1.16')
          ? 'FormattedNumber'
          : 'plain';
    return this.#areDataTypesProven ? this.#supported : 'plain';
  }
}

/** Whether the host supports the requirement set; false instead of an exception if it cannot tell. */
export function isSetSupported(apiSet: string, version: string): boolean {
  try {
    return Office.context.requirements.isSetSupported(apiSet, version);
  } catch {
    return false;
  }
}

/**
 * Rejects if Excel has no data types, whatever its requirement sets say. A chart sheet may be in front, or be all that
 * there is: what is missing then is a cell.
 */
export const lookAtDataTypes = (): Promise<void> =>
  Excel.run({ delayForCellEdit: true }, async (context) => {
    // Requested by its name only: the client need not know the property, but Excel must.
    context.workbook.worksheets.getFirst().getRange('A1').load('valuesAsJson');
    await context.sync();
  }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ItemNotFound')) throw error;
  });
