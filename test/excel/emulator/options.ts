import type { FastClock } from '../../support/fast-clock';
import type { Traits } from './app-context';
import type { FrameWindows } from './frame';
import type { Answer } from './web-server';
import type { EmulatedWorkbook } from './workbook/emulated-workbook';

/** What an emulated Excel is opened with. */
export interface Options extends Partial<Traits> {
  readonly windows: FrameWindows;
  /** The folder of the built add-in, office.js included. */
  readonly addIn: string;
  /** What OfficeRuntime.storage already holds for the add-in. */
  readonly stored?: Readonly<Record<string, string>>;
  /** One that was saved, or made by hand; an empty one unless given. */
  readonly workbook?: EmulatedWorkbook;
  /** Answers some paths of the add-in's server instead of files: a gateway. */
  readonly answer?: Answer;
  /** Whether the add-in's web server lets Excel's own page fetch functions.json; it does unless told otherwise. */
  readonly allowsMetadata?: boolean;
  /** In a window of its own, because the test changes more of it than can be put back. */
  readonly isAlone?: boolean;
  /** A faster clock for the page; the real one unless given. */
  readonly clock?: FastClock;
  /** Hosts beyond this computer that the add-in's page reaches; none unless given. */
  readonly reaches?: readonly string[];
}
