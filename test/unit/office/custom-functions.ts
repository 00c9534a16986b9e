/** What office.js defines for functions, as far as the boundary uses it. The real one runs in test/excel. */
export class OfficeError extends Error {
  constructor(
    readonly code: string,
    message = '',
  ) {
    super(message);
  }

  toJSON(): unknown {
    return { code: this.code, message: this.message };
  }
}

export function installCustomFunctions(): void {
  Object.assign(globalThis, { CustomFunctions: { Error: OfficeError } });
}

/** The code and message of the error that a call throws. */
export function thrownBy(call: () => unknown): { code: string; message: string } {
  try {
    call();
  } catch (error) {
    expect(error).toBeInstanceOf(OfficeError);
    const { code, message } = error as OfficeError;
    return { code, message };
  }
  throw new Error('Nothing was thrown');
}
