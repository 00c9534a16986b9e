import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Of the product. */
export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(path.resolve(__dirname, '../../package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}

/** As programs outside browsers name themselves to a service: "md-for-excel/1.0.0". */
export const userAgent = (version: string): string => `md-for-excel/${version}`;
