/**
 * Why a server did not start, in a sentence that says what to do.
 *
 * @param choose how to choose another port: "with --port"
 */
export function describePortError(error: unknown, choose: string): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `Port ${port ?? ''} is in use: choose another ${choose}`;
  if (code === 'EACCES') return `Port ${port ?? ''} may not be opened: choose one above 1023 ${choose}`;
  return error.message;
}
