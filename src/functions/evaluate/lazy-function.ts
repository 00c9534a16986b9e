import { loadCode } from '../../app/missing-code';
import type { AnyDeclaration } from '../define';

/** Loads the script with the functions that come late. */
type LoadFunctions = () => Promise<readonly AnyDeclaration[]>;

/**
 * A function whose declaration is loaded with its first formula, so that workbooks without such a formula never wait
 * for it. If loading fails, the next recalculation tries again.
 */
export class LazyFunction {
  declaration: AnyDeclaration | undefined;

  constructor(
    readonly id: string,
    private readonly load: LoadFunctions,
    readonly isStream = false,
  ) {}

  /** Before it is loaded there are only errors, which have no shape. */
  get result(): AnyDeclaration['result'] {
    return this.declaration?.result ?? 'scalar';
  }

  async ready(): Promise<AnyDeclaration> {
    const all = await loadCode(this.load);
    return (this.declaration ??= all.find(({ id }) => id === this.id)!);
  }
}

/**
 * The functions of a script.
 * @param ids with commas between them
 */
export const lazyFunctions = (ids: string, load: LoadFunctions, areStreams?: boolean): LazyFunction[] =>
  ids.split(',').map((id) => new LazyFunction(id, load, areStreams));
