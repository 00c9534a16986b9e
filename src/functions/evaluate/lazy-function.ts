import { UPDATED, whyMissing } from '../../app/missing-code';
import { notAvailable } from '../../core/errors';
import type { AnyDeclaration } from '../define';

const NOT_LOADED = 'The code of this function could not be loaded: check the connection, then recalculate';

/**
 * A function whose declaration comes with its first formula, so that the cells of a workbook without one never wait for it.
 * Code that cannot be loaded is asked for again by the next recalculation.
 */
export class LazyFunction {
  /** Undefined until it has been loaded. */
  declaration: AnyDeclaration | undefined;

  constructor(
    readonly id: string,
    readonly result: AnyDeclaration['result'],
    private readonly load: () => Promise<AnyDeclaration>,
    readonly isStream = false,
  ) {}

  async ready(): Promise<AnyDeclaration> {
    return (this.declaration ??= await loadCode(this.load));
  }
}

/** Code of a function; what keeps it from coming is an error that a cell can show. */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch (error) {
    throw notAvailable((await whyMissing(error)) === 'gone' ? UPDATED : NOT_LOADED, error);
  }
}
