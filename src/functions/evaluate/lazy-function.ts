import { loadCode } from '../../app/missing-code';
import type { AnyDeclaration } from '../define';

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
