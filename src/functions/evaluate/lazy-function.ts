import { loadCode } from '../../app/missing-code';
import type { AnyDeclaration } from '../define';

/** A script of the add-in that is loaded late: its functions by id. */
type LoadChunk = () => Promise<Readonly<Record<string, AnyDeclaration>>>;

/**
 * A function whose declaration is loaded with its first formula, so that workbooks without such a formula never wait
 * for it. If loading fails, the next recalculation tries again.
 */
export class LazyFunction {
  declaration: AnyDeclaration | undefined;

  constructor(
    readonly id: string,
    private readonly loadChunk: LoadChunk,
    readonly isStream = false,
  ) {}

  /** Before it is loaded there are only errors, which have no shape. */
  get result(): AnyDeclaration['result'] {
    return this.declaration?.result ?? 'scalar';
  }

  async ready(): Promise<AnyDeclaration> {
    return (this.declaration ??= (await loadCode(this.loadChunk))[this.id]!);
  }
}

/**
 * The functions of a script.
 * @param ids with commas between them
 */
export const lazyFunctions = (ids: string, loadChunk: LoadChunk, areStreams?: boolean): LazyFunction[] =>
  ids.split(',').map((id) => new LazyFunction(id, loadChunk, areStreams));
