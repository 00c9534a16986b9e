import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { Traits } from './emulator/app-context';
import { type Certificate, makeCertificate } from './emulator/certificate';
import { EmulatedExcel } from './emulator/emulated-excel';
import { EmulatedWorkbook } from './emulator/workbook/emulated-workbook';
import type { Metadata } from './emulator/formula';
import { FrameWindows } from './emulator/frame';
import { type ProfileName, PROFILES } from './emulator/profiles';
import { createSandbox } from '../../src/sandbox/app';
import { FastClock } from '../support/fast-clock';
import { type Answer, folder, serve, type WebServer } from './emulator/web-server';
import { RecordedService } from './service';

/** The built add-in with office.js beside it. */
export const ADD_IN = process.env.MD_ADD_IN ?? resolve('dist');

/** Three times: a limit of ten seconds still leaves a busy machine three. */
const CLOCK_SPEED = 3;

export const readMetadata = (): Metadata =>
  JSON.parse(readFileSync(join(ADD_IN, 'functions.json'), 'utf8')) as Metadata;

export interface OpenOptions extends Partial<Traits> {
  /** What is in the add-in's storage when the workbook opens; the demo key and the service's address unless given. */
  readonly stored?: Readonly<Record<string, string>>;
  readonly workbook?: EmulatedWorkbook;
  /** Answers some paths of the add-in's server instead of files: a gateway. */
  readonly answer?: Answer;
  /** Whether Excel's own page may fetch functions.json, where it does that. */
  readonly allowsMetadata?: boolean;
  /** In a window of its own, because the test changes more of it than can be put back. */
  readonly isAlone?: boolean;
}

interface Launched {
  readonly certificate: Certificate;
  readonly browser: Browser;
  readonly windows: FrameWindows;
}

/** One browser for all tests of a file. */
let launched: Promise<Launched> | undefined;

async function launch(): Promise<Launched> {
  const certificate = await makeCertificate();
  return { certificate, ...(await FrameWindows.launch(certificate)) };
}

/** One service for the tests of a file; every workbook is closed, and judged, after its test. */
class Office {
  service!: RecordedService;
  readonly #clock: FastClock;
  #browser!: Browser;
  #certificate!: Certificate;
  #windows!: FrameWindows;
  #opened: EmulatedExcel[] = [];
  /** What tests that change nothing of it use one after the other, and what it was opened with. */
  #shared: { readonly excel: EmulatedExcel; readonly profile: ProfileName | undefined } | undefined;
  #server: WebServer | undefined;

  constructor(clockSpeed: number) {
    this.#clock = new FastClock(clockSpeed);
  }

  async start(): Promise<void> {
    if (!existsSync(join(ADD_IN, 'office-js/office.js')))
      throw new Error(`${ADD_IN} holds no add-in with office.js: build it with OFFICE_JS=local npm run build`);
    this.service = await RecordedService.start(createSandbox({ now: this.#clock.now }));
    ({
      certificate: this.#certificate,
      browser: this.#browser,
      windows: this.#windows,
    } = await (launched ??= launch()));
  }

  /** Opens a workbook; its functions may be called at once. */
  async open({ stored, ...traits }: OpenOptions = {}): Promise<EmulatedExcel> {
    // Nothing else sends requests beside this one.
    await this.closeShared();
    const excel = await EmulatedExcel.open({
      windows: this.#windows,
      addIn: ADD_IN,
      clock: this.#clock,
      stored: stored ?? { 'md.apiKey': 'demo', 'md.serviceAddress': this.service.address },
      ...traits,
    });
    this.#opened.push(excel);
    return excel;
  }

  /** Opens a workbook in one of today's Excels, with a service that it can reach. */
  openOn(name: ProfileName, options: OpenOptions = {}): Promise<EmulatedExcel> {
    const profile: Partial<Traits> = PROFILES[name];
    if (profile.reachesLocalHttp !== false) return this.open({ ...profile, ...options });
    return this.open({
      ...profile,
      answer: this.service.under('/sandbox'),
      stored: { 'md.apiKey': 'demo', 'md.serviceAddress': '{add-in}/sandbox' },
      ...options,
    });
  }

  /**
   * The add-in as the last such test has left it, with another workbook. For tests of what functions return and of what
   * is done to cells: that depends on nothing that a test before may have changed, such as settings, the pane or answers
   * that are still fresh.
   */
  async share(workbook = new EmulatedWorkbook(), profile?: ProfileName): Promise<EmulatedExcel> {
    if (this.#shared?.profile !== profile) await this.closeShared();
    if (this.#shared) {
      await this.#shared.excel.use(workbook);
      return this.#shared.excel;
    }
    const excel = await (profile ? this.openOn(profile, { workbook }) : this.open({ workbook }));
    this.#opened.splice(this.#opened.indexOf(excel), 1);
    this.#shared = { excel, profile };
    return excel;
  }

  /** Opens the add-in's page as an ordinary web page, if required without one of its files. */
  async openInBrowser({ without }: { without?: string } = {}): Promise<Page> {
    this.#server = await serve(folder(ADD_IN), this.#certificate);
    const context = await this.#browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    if (without) await page.route(without, (route) => route.abort());
    await page.goto(`${this.#server.url}/taskpane.html`);
    return page;
  }

  async closeWorkbooks(): Promise<void> {
    this.service.release();
    this.service.requests.length = 0;
    this.service.instead = undefined;
    this.service.latencyMs = 0;
    await this.#server?.close();
    this.#server = undefined;
    for (const excel of this.#opened.splice(0)) await excel.close();
    // What has failed is not used again.
    if (this.#shared && !this.#shared.excel.isFaultless) await this.closeShared();
  }

  async stop(): Promise<void> {
    await this.closeShared();
    await this.service.close();
  }

  async closeShared(): Promise<void> {
    const shared = this.#shared;
    this.#shared = undefined;
    await shared?.excel.close();
  }
}

const offices: Office[] = [];

/** Gives the tests of a file their Office. A test of latencies wants a clock of speed 1. */
export function useOffice({ clockSpeed = CLOCK_SPEED } = {}): Office {
  const office = new Office(clockSpeed);
  offices.push(office);
  beforeAll(() => office.start());
  afterEach(() => office.closeWorkbooks());
  afterAll(() => office.stop());
  return office;
}

// Before those of the file itself.
afterAll(async () => {
  if (!launched) return;
  const { windows, browser } = await launched;
  for (const office of offices) await office.closeShared();
  await windows.close();
  await browser.close();
});
