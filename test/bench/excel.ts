import type { CDPSession, Page } from 'playwright-core';
import { type Certificate, makeCertificate } from '../excel/emulator/certificate';
import { EmulatedExcel } from '../excel/emulator/emulated-excel';
import { FrameWindows } from '../excel/emulator/frame';
import { elapsed, roundsOf } from './figure';

type ExcelOptions = Omit<Parameters<typeof EmulatedExcel.open>[0], 'addIn' | 'windows' | 'isAlone'>;

/** Opens an add-in alone in the emulated Excel. */
export type OpenExcel = (addIn: string, options?: ExcelOptions) => Promise<EmulatedExcel>;

/** Gives the measurement a browser of its own, in which it opens add-ins. */
export async function withExcel<T>(measure: (open: OpenExcel, certificate: Certificate) => Promise<T>): Promise<T> {
  const certificate = await makeCertificate();
  // Where this process looks at each request, they take longer and the browser keeps no cache: no Excel is like that.
  const { browser, windows } = await FrameWindows.launch(certificate);
  try {
    return await measure(async (addIn, options = {}) => {
      const excel = await EmulatedExcel.open({ ...options, windows, isAlone: true, addIn });
      await leaveRequestsAlone(excel.page);
      return excel;
    }, certificate);
  } finally {
    await browser.close();
  }
}

/** What the driver of the browser keeps to itself. */
interface DrivenPage extends Page {
  readonly _connection: {
    toImpl(page: Page): { readonly delegate: { readonly _mainFrameSession: { readonly _client: CDPSession } } };
  };
}

/** The driver looks at each request, wanted or not: 25 at once take a fifth longer then. */
const leaveRequestsAlone = async (page: Page): Promise<void> => {
  await (page as DrivenPage)._connection.toImpl(page).delegate._mainFrameSession._client.send('Network.disable');
};

/** What is stored where the key has been entered for a service. */
export const storedFor = (serviceAddress: string) => ({
  'md.apiKey': 'demo',
  'md.serviceAddress': serviceAddress.replace(/\/$/, ''),
});

/** How often a start is measured. The first ones start the browser's processes. */
export const STARTS = { rounds: roundsOf(9, 2), settling: 2 };

/** In ms, from the load of the page to the first value in a cell. */
export const timeToFirstQuote = (excel: EmulatedExcel): Promise<number> =>
  elapsed(async () => {
    await excel.reload();
    const result = await excel.call('QUOTE', [['EURUSD']]);
    if (!('value' in result)) throw new Error(`No value came: ${JSON.stringify(result)}`);
  });
