const HIGHEST = 65_535;

/** The port in an environment variable, or the default. Port 0 picks a free one. */
export function readPort(
  variable: string,
  usual: number,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): number {
  const text = environment[variable]?.trim();
  if (text === undefined || text === '') return usual;
  const port = /^\d+$/.test(text) ? Number(text) : NaN;
  if (port <= HIGHEST) return port;
  throw new RangeError(
    `${variable}: "${text}" is not a port: give a whole number from 0 to ${HIGHEST}, such as ${usual}`,
  );
}

/** Why a server did not start, in a sentence that says what to do. */
export function describeStartError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE')
    return `Port ${port ?? ''} is in use: choose another with PORT and SANDBOX_PORT, such as PORT=3100 SANDBOX_PORT=3101 npm start`;
  if (code === 'EACCES')
    return `Port ${port ?? ''} may not be opened: choose one above 1023 with PORT and SANDBOX_PORT`;
  return error.message;
}
