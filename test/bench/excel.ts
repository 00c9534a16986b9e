import { type Certificate, makeCertificate } from '../excel/emulator/certificate';
import { EmulatedExcel } from '../excel/emulator/emulated-excel';
import { FrameWindows } from '../excel/emulator/frame';
import { launchBrowser } from '../support/browser';
import { elapsed, roundsOf } from './figure';

type ExcelOptions = Omit<Parameters<typeof EmulatedExcel.open>[0], 'addIn' | 'windows' | 'isAlone'>;

/** Opens an add-in alone in the emulated Excel. */
export type OpenExcel = (addIn: string, options?: ExcelOptions) => Promise<EmulatedExcel>;

/** Gives the measurement a browser of its own, in which it opens add-ins. */
export async function withExcel<T>(measure: (open: OpenExcel, certificate: Certificate) => Promise<T>): Promise<T> {
  const [browser, certificate] = await Promise.all([launchBrowser(), makeCertificate()]);
  const windows = (): FrameWindows => new FrameWindows(browser, certificate);
  try {
    return await measure(
      (addIn, options = {}) => EmulatedExcel.open({ ...options, windows: windows(), isAlone: true, addIn }),
      certificate,
    );
  } finally {
    await browser.close();
  }
}

/** What is stored where the key has been entered for a service. */
export const storedFor = (serviceAddress: string) => ({
  'md.apiKey': 'demo',
  'md.serviceAddress': serviceAddress.replace(/\/$/, ''),
});

/** How often a start is measured. The first ones start the browser's processes. */
export const STARTS = { rounds: roundsOf(9), settling: 2 };

/** In ms, from the load of the page to the first value in a cell. */
export const timeToFirstQuote = (excel: EmulatedExcel): Promise<number> =>
  elapsed(async () => {
    await excel.reload();
    const result = await excel.call('QUOTE', [['EURUSD']]);
    if (!('value' in result)) throw new Error(`No value came: ${JSON.stringify(result)}`);
  });
