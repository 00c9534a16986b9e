import { UPDATED, whyMissing } from '../../app/missing-code';
import { notAvailable } from '../../core/errors';
import type { AnyDeclaration } from '../define';

const NOT_LOADED = 'The code of this function could not be loaded: check the connection, then recalculate';

/**
 * A function whose declaration is loaded with its first formula, so that workbooks without such a formula never wait
 * for it. If loading fails, the next recalculation tries again.
 */
export class LazyFunction {
  /** Undefined until loaded. */
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

/** Loads a function's code. Throws a CellError if that fails. */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch (error) {
    throw notAvailable((await whyMissing(error)) === 'gone' ? UPDATED : NOT_LOADED, error);
  }
}
