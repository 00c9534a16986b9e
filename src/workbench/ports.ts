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
