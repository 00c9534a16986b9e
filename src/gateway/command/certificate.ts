import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { createSecureContext } from 'node:tls';
import { X509Certificate } from 'node:crypto';
import { readTextFile, StartError } from '../errors';
import { MS_PER_DAY } from '../../core/calendar/dates';

const FOLDER = path.resolve(__dirname, '../../../.cache/gateway/certificate');
const DAYS = 30;

type DevCerts = typeof import('office-addin-dev-certs');

export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** @param warn called if the certificate has ended, or this computer does not trust what Office's tools create */
export async function readCertificate(
  cert: string,
  certKey: string,
  warn: (text: string) => void,
): Promise<Certificate> {
  if ((cert === '') !== (certKey === '')) throw new StartError('--cert and --cert-key belong together: give both');
  if (cert !== '') {
    const own = checked({ cert: readTextFile('cert', cert), key: readTextFile('cert-key', certKey) });
    if (hasEnded(own)) warn(`The certificate in ${cert} has ended: Excel and browsers refuse it`);
    return own;
  }
  const devCerts = await import('office-addin-dev-certs').catch(() => {
    throw new StartError(
      'For https name a certificate with --cert and --cert-key, or serve plain http with --http: what makes one for ' +
        'this computer is not installed',
    );
  });
  const { log, error } = console;
  // The tools log every step.
  [console.log, console.error] = [() => undefined, () => undefined];
  try {
    const { cert: made, key } = await devCerts.getHttpsServerOptions();
    return { cert: String(made), key: String(key) };
  } catch {
    return await untrusted(devCerts, warn);
  } finally {
    [console.log, console.error] = [log, error];
  }
}

export const endOf = ({ cert }: Certificate): number => Date.parse(new X509Certificate(cert).validTo);

const hasEnded = (certificate: Certificate): boolean => endOf(certificate) < Date.now();

/** Returns what to call now and then. While only one of the two files is new, the certificate before is used on. */
export function certificateWatch(
  { cert, 'cert-key': certKey }: { readonly cert: string; readonly 'cert-key': string },
  first: Certificate,
  use: (certificate: Certificate) => void,
  say: (text: string) => void,
): () => void {
  let last = textOf(first);
  return () => {
    try {
      const certificate = { cert: readTextFile('cert', cert), key: readTextFile('cert-key', certKey) };
      if (textOf(certificate) === last) return;
      last = textOf(certificate);
      use(checked(certificate));
      say(
        `A new certificate is in use${hasEnded(certificate) ? ', which has ended: Excel and browsers refuse it' : ''}`,
      );
    } catch (error) {
      say(`${(error as Error).message}; the certificate before is used on`);
    }
  };
}

const textOf = ({ cert, key }: Certificate): string => `${cert}\n${key}`;

function checked(certificate: Certificate): Certificate {
  try {
    createSecureContext(certificate);
    return certificate;
  } catch {
    // The library's error may quote the key.
    throw new StartError('--cert and --cert-key: these are not a certificate and its key');
  }
}

/** A certificate that this computer does not trust. A browser can be told to accept it. */
async function untrusted(devCerts: DevCerts, warn: (text: string) => void): Promise<Certificate> {
  const at = (name: string): string => path.join(FOLDER, name);
  const [ca, cert, key] = [at('ca.crt'), at('localhost.crt'), at('localhost.key')];
  const age = existsSync(key) ? Date.now() - statSync(key).mtimeMs : Infinity;
  try {
    if (age > (DAYS / 2) * MS_PER_DAY) await devCerts.generateCertificates(ca, cert, key, DAYS);
  } catch {
    throw new StartError(
      'No certificate could be made for https: name one with --cert and --cert-key, or serve plain http with --http',
    );
  }
  warn(
    'This computer does not trust the certificate yet: Excel refuses the gateway until "npx ' +
      'office-addin-dev-certs install" succeeds',
  );
  return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
}
