import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateCertificates } from 'office-addin-dev-certs';

export interface Certificate {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** A certificate for localhost that nothing trusts, made for this run and kept nowhere. */
export async function makeCertificate(): Promise<Certificate> {
  const folder = await mkdtemp(join(tmpdir(), 'md-certificate-'));
  const [ca, cert, key] = ['ca.crt', 'localhost.crt', 'localhost.key'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const { log } = console;
  console.log = () => {
    /* It announces itself. */
  };
  try {
    await generateCertificates(ca, cert, key, 2, ['localhost']);
    return { cert: await readFile(cert), key: await readFile(key) };
  } finally {
    console.log = log;
    await rm(folder, { recursive: true, force: true });
  }
}
