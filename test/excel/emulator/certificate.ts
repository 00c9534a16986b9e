import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateCertificates } from 'office-addin-dev-certs';

export interface Certificate {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** Where the certificate of a run is kept: in the run's own folder, which goes with it. */
const KEPT = 'localhost-certificate';
const [CERT, KEY] = ['localhost.crt', 'localhost.key'] as const;

/** A certificate for localhost that nothing trusts. A run of tests makes one for all its files, and keeps it no longer. */
export async function makeCertificate(): Promise<Certificate> {
  const kept = process.env.MD_TMPDIR_BEFORE === undefined ? undefined : join(tmpdir(), KEPT);
  if (kept !== undefined) {
    const certificate = await readFrom(kept).catch(() => undefined);
    if (certificate) return certificate;
  }
  const folder = await mkdtemp(join(tmpdir(), 'md-certificate-'));
  try {
    await generateIn(folder);
    // Whoever is the first to move a whole folder there made it.
    if (kept !== undefined) await rename(folder, kept).catch(() => undefined);
    return await readFrom(kept ?? folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function generateIn(folder: string): Promise<void> {
  const { log } = console;
  console.log = () => {
    /* It announces itself. */
  };
  try {
    await generateCertificates(join(folder, 'ca.crt'), join(folder, CERT), join(folder, KEY), 2, ['localhost']);
  } finally {
    console.log = log;
  }
}

const readFrom = async (folder: string): Promise<Certificate> => ({
  cert: await readFile(join(folder, CERT)),
  key: await readFile(join(folder, KEY)),
});
