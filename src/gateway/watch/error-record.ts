/** What may be written about an error that nobody expected. */
interface ErrorRecord {
  /** Such as "TypeError". */
  readonly name: string;
  /** Such as "ENOSPC"; undefined if the system did not say. */
  readonly code: string | undefined;
  /** The places in the code, the innermost first. */
  readonly stack: readonly string[];
}

const [CODE, FRAME] = [/^[A-Z][A-Z0-9_]+$/, /^\s+at (.*:\d+:\d+\)?)$/];

/** An error without its message, which may quote what somebody sent: a value, a token or the key. */
export function errorRecordOf(error: unknown): ErrorRecord {
  if (!(error instanceof Error)) return { name: typeof error, code: undefined, stack: [] };
  const { name, message, stack = '', code } = error as NodeJS.ErrnoException;
  // A message of several lines may look like places in the code.
  const places = stack.slice(Math.max(0, stack.indexOf(message)) + message.length);
  return {
    name,
    code: code !== undefined && CODE.test(code) ? code : undefined,
    stack: places.split('\n').flatMap((line) => FRAME.exec(line)?.[1] ?? []),
  };
}
