import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { CURRENT, type Traits } from './app-context';
import { dataFor } from './answers';
import { CalculatedCalls } from './calculated-calls';
import type { CellResult } from './cell-result';
import {
  answerTo,
  cancellationEntry,
  changeEntry,
  nameEntry,
  eventOf,
  type Request,
  type RichApiEntry,
  visibilityEntry,
} from './envelope';
import { AddInFrame } from './frame';
import { type Metadata, numberIn, rangesIn, readFormula, termsOf } from './formula';
import { type HostEvents, hostWorld } from './host-objects';
import type { Options } from './options';
import { type Formula, type Invocation, Invocations } from './invocations';
import { Refusal, UnknownCallError, type World } from './process-query';
import { SharedStreams } from './shared-streams';
import { Signal } from './signal';
import { EmulatedWorkbook, type Evaluation } from './workbook/emulated-workbook';
import { a1WithSheet, type Block, parseA1 } from '../../../src/core/sheet';

const LONG_KEY = 12;

/** Excel on the web, as far as an add-in with custom functions and a pane can tell. README.md says what is inferred. */
export class EmulatedExcel {
  readonly invocations = new Invocations(
    (name) => this.metadata.functions.find(({ id }) => id === name)?.options?.stream ?? false,
  );
  /** Calls that the emulation does not know, and messages that Excel must not get. Closing fails when there are any. */
  readonly unknownCalls: string[] = [];
  /** Everything that the add-in has told Excel, once a test listens: also what it has written into the workbook. */
  heard: string[] | undefined;
  /** In bytes, of all that the add-in has sent. */
  largestMessage = 0;
  /** How many of the next messages with results fail. */
  failures = 0;
  /** Entered formulas by address, calculated again when the add-in asks. */
  readonly #cells = new Map<string, { formula: Formula; result: CellResult | undefined }>();
  #frame!: AddInFrame;
  #loads = 0;
  #loading: Promise<void> | undefined;
  #isClosed = false;
  readonly #streams = new SharedStreams(
    (formula) => this.start([formula])[0]!,
    (invocation) => void this.cancel(invocation),
  );
  readonly #ready = new Signal();
  readonly #recalculated = new Signal();
  readonly #commandCompleted = new Signal();
  readonly #registered = new Signal();
  readonly #fileAsked = new Signal();
  readonly #calculated = new CalculatedCalls((entries) => void this.#call(entries));
  /** Events of Office that the add-in listens to, such as "documentSelectionChanged". */
  readonly listened = new Set<string>();

  #world!: World;

  #workbook!: EmulatedWorkbook;

  private constructor(
    readonly traits: Traits,
    private readonly metadata: Metadata,
    private readonly key: string,
  ) {}

  /** Opens the workbook; resolves as soon as office.js has told Excel that functions may be called. */
  static async open({
    windows,
    addIn,
    stored = {},
    workbook = new EmulatedWorkbook(),
    answer,
    allowsMetadata = true,
    isAlone = false,
    clock,
    reaches = [],
    ...traits
  }: Options): Promise<EmulatedExcel> {
    const metadata = JSON.parse(readFileSync(join(addIn, 'functions.json'), 'utf8')) as Metadata;
    const excel = new EmulatedExcel({ ...CURRENT, ...traits }, metadata, stored['md.apiKey'] ?? '');
    excel.invocations.refusesDataTypes = !excel.traits.hasDataTypes;
    excel.invocations.tellsPreviews = excel.traits.tellsPreviews;
    excel.invocations.showsErrorTexts = excel.traits.showsErrorTexts;
    excel.#show(workbook);
    excel.#frame = await AddInFrame.open(
      {
        windows,
        addIn,
        stored,
        answer,
        newClient: excel.traits.hasNewClient,
        slowsHiddenPages: excel.traits.slowsHiddenPages,
        reachesLocalHttp: excel.traits.reachesLocalHttp,
        allowsMetadata,
        isAlone,
        clock,
        reaches,
      },
      (request) => void excel.#answer(request),
    );
    excel.#frame.onFile = () => excel.#fileAsked.fire();
    workbook.knowsFunctions = !excel.traits.fetchesMetadata || (await excel.#frame.fetchMetadata()) !== undefined;
    const { startsWithCalculation, isPaneOpen } = excel.traits;
    if (!startsWithCalculation || isPaneOpen || workbook.startState === 'Background') await excel.#load();
    return excel;
  }

  get workbook(): EmulatedWorkbook {
    return this.#workbook;
  }

  /** Puts another workbook before the add-in, which is not loaded again. Calls that are under way are cancelled. */
  async use(workbook: EmulatedWorkbook): Promise<void> {
    this.#calculated.send();
    const ids = this.invocations.dropAll();
    if (ids.length > 0) await this.#dispatch(ids.map((id) => cancellationEntry(id)));
    this.#cells.clear();
    this.heard = undefined;
    this.largestMessage = 0;
    workbook.knowsFunctions = this.#workbook.knowsFunctions;
    this.#show(workbook);
  }

  #show(workbook: EmulatedWorkbook): void {
    this.#workbook = workbook;
    workbook.hasDataTypes = this.traits.hasDataTypes;
    workbook.evaluate = (formula, cell) => this.#evaluate(formula, cell);
    workbook.onSelect = () => void this.#event('documentSelectionChanged', {});
    workbook.onChange = () => void this.#dispatch([changeEntry(workbook.sheets[0]!.id)]);
    workbook.onName = (before, after) => void this.#dispatch([nameEntry(before, after)]);
    this.#world = hostWorld(this.traits, workbook, this.#events);
  }

  get pane(): Frame {
    return this.#frame.content;
  }

  get page(): Page {
    return this.#frame.page;
  }

  get addInUrl(): string {
    return this.#frame.addInUrl;
  }

  /** Files of the add-in that were asked for since it was opened. */
  get files(): readonly string[] {
    return this.#frame.files;
  }

  /** Resolves when the add-in's page next asks for a file. */
  nextFile(): Promise<void> {
    return this.#fileAsked.next();
  }

  /** Whether the add-in's page has been loaded. */
  get isLoaded(): boolean {
    return this.#loading !== undefined;
  }

  /** Loads the add-in again, as closing and opening the workbook does. */
  reload(): Promise<void> {
    this.invocations.dropAll();
    this.#loading = undefined;
    return this.#load();
  }

  #load(): Promise<void> {
    return (this.#loading ??= this.#loadPage());
  }

  async #loadPage(): Promise<void> {
    this.#loads += 1;
    this.#world = hostWorld(this.traits, this.workbook, this.#events);
    const ready = this.#ready.next();
    await this.#frame.load(this.#conversation);
    await this.#frame.setVisible(this.traits.isPaneOpen);
    await ready;
  }

  /** Serves another build of the add-in from now on. What is already loaded stays. */
  deploy(addIn: string): void {
    this.#frame.deploy(addIn);
  }

  /** Starts functions, all in one event, as a recalculation does. */
  start(formulas: readonly Formula[]): Invocation[] {
    const invocations = formulas.map((formula) => this.invocations.make(formula));
    void this.#call(invocations.map(({ entry }) => entry));
    return invocations;
  }

  /** Calls functions in one event; their results in the same order. */
  async callAll(formulas: readonly Formula[]): Promise<CellResult[]> {
    return Promise.all(this.start(formulas).map(({ result }) => result));
  }

  async call(name: string, ...args: readonly unknown[]): Promise<CellResult> {
    return this.start([{ name, args }])[0]!.result;
  }

  /** The formula of a running call is gone, or is calculated again. */
  async cancel({ id }: Invocation): Promise<void> {
    this.#calculated.send();
    this.invocations.drop(id);
    await this.#dispatch([cancellationEntry(id)]);
  }

  /** Puts a formula into a cell and waits for its value. */
  async enter(address: string, formula: Formula): Promise<CellResult> {
    const cell = { formula, result: undefined };
    this.#cells.set(address, cell);
    await this.#calculate();
    return this.valueOf(address)!;
  }

  /** Puts a formula or a constant into a cell of the workbook, as a user types it; resolves when no formula waits any more. */
  async type(address: string, content: string | number | boolean): Promise<void> {
    this.workbook.type(address, content);
    await this.workbook.settled();
  }

  /** Changes the rows of a sheet, as a user does; the functions of the sheet are called again if this Excel does so. */
  async changeRows(sheetName: string, change: (workbook: EmulatedWorkbook) => void): Promise<void> {
    change(this.workbook);
    if (this.traits.calculatesChangedRows) this.workbook.calculateSheet(sheetName);
    await this.workbook.settled();
  }

  /** Selects cells, as a user does, and lets the add-in know. */
  async select(...addresses: readonly string[]): Promise<void> {
    this.workbook.selected = addresses.map((address) => parseA1(address, this.workbook.sheets[0]!.name)!);
    await this.#event('documentSelectionChanged', {});
  }

  valueOf(address: string): CellResult | undefined {
    return this.#cells.get(address)?.result;
  }

  /** Resolves when the next recalculation that the add-in asks for is done. */
  nextRecalculation(): Promise<unknown> {
    return this.#recalculated.next();
  }

  /** Shows the pane; `isSaid` false keeps it from the add-in. */
  async showPane({ isSaid = true } = {}): Promise<void> {
    await this.#load();
    await (isSaid ? this.#setPane(true) : this.#frame.setVisible(true));
  }

  async hidePane(): Promise<void> {
    await this.#setPane(false);
  }

  /** Presses a ribbon button that runs a function of the add-in; resolves when it says that it has completed. */
  async runCommand(action: string): Promise<void> {
    await this.#load();
    const completed = this.#commandCompleted.next();
    await this.#event('appCommandInvoked', { 0: 'button', 1: action, 2: JSON.stringify({ source: { id: 'button' } }) });
    await completed;
  }

  /** Resolves when the add-in next begins or ends to listen to an event of Office. */
  nextRegistration(): Promise<void> {
    return this.#registered.next();
  }

  /** Whether closing would not fail now. */
  get isFaultless(): boolean {
    return this.unknownCalls.length === 0 && this.#frame.pageErrors.length === 0;
  }

  /** Closes the workbook. Fails if the add-in asked for something that the emulation does not know, or threw; closing again does nothing. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#frame.close();
    if (this.unknownCalls.length > 0)
      throw new Error(`The add-in called what the emulated Excel does not know: ${this.unknownCalls.join('; ')}`);
    if (this.#frame.pageErrors.length > 0)
      throw new Error(`The add-in's page had errors: ${this.#frame.pageErrors.join('; ')}`);
  }

  get #conversation(): string {
    return `conversation-${this.#loads}`;
  }

  async #setPane(isVisible: boolean): Promise<void> {
    await this.#frame.setVisible(isVisible);
    await this.#dispatch([visibilityEntry(isVisible ? 'Visible' : 'Hidden')]);
  }

  async #calculate(): Promise<void> {
    const cells = [...this.#cells.values()];
    const results = await this.callAll(cells.map(({ formula }) => formula));
    for (const [index, cell] of cells.entries()) cell.result = results[index];
    this.workbook.calculateAll();
    await this.workbook.settled();
  }

  /** Formulas of ours alone or added up, each perhaps times a number, or within IFERROR with a number. */
  #evaluate(text: string, cell: Block): Evaluation {
    const [, inner, otherwise] = /^=IFERROR\((.+),([\d.]+)\)$/.exec(text) ?? [];
    if (inner === undefined) return this.#evaluateSum(text, cell);
    const call = this.#evaluateSum(`=${inner}`, cell);
    return { ...call, result: call.result.then((one) => ('error' in one ? { value: Number(otherwise) } : one)) };
  }

  /** All its functions are called at once, and the first error is the result. */
  #evaluateSum(text: string, cell: Block): Evaluation {
    const terms = termsOf(text);
    if (terms.length === 1 && terms[0]!.factor === 1) return this.#evaluateCall(text, cell);
    const calls = terms.map((term) => this.#evaluateCall(`=${term.call}`, cell));
    return {
      result: Promise.all(calls.map(({ result }) => result)).then(
        (results) =>
          results.find((one) => 'error' in one) ?? {
            value: results.reduce((sum, one, index) => sum + terms[index]!.factor * numberIn(one), 0),
          },
      ),
      cancel: () => {
        for (const call of calls) call.cancel();
      },
    };
  }

  #evaluateCall(text: string, cell: Block): Evaluation {
    const { ranges, error } = rangesIn(text, (reference) => this.workbook.cellsAt(reference, cell.sheet));
    if (error && !this.traits.hasDataTypes) return error;
    try {
      const formula = { ...readFormula(text, this.metadata, ranges), address: a1WithSheet(cell) };
      if (this.invocations.isStreaming(formula.name)) return this.#streams.open(formula, this.traits.sharesStreams);
      const invocation = this.invocations.make(formula);
      this.#calculated.add(invocation.entry);
      return { result: invocation.result, cancel: () => void this.cancel(invocation) };
    } catch (problem) {
      throw new UnknownCallError(`The emulated Excel cannot calculate ${text}: ${(problem as Error).message}`);
    }
  }

  #register({ _actionName, _actionType }: Request): void {
    if (_actionType === 1) this.listened.add(_actionName);
    else this.listened.delete(_actionName);
    this.#registered.fire();
  }

  /** The page is loaded for the first calculation. */
  async #call(entries: readonly RichApiEntry[]): Promise<void> {
    await this.#load();
    await this.#dispatch(entries);
  }

  #dispatch(entries: readonly RichApiEntry[]): Promise<void> {
    return this.#event('richApiMessage', { ArrayData: entries });
  }

  #event(name: string, data: unknown): Promise<void> {
    return this.#frame.send(eventOf(name, this.#conversation, this.#frame.origin, data));
  }

  async #answer(request: Request): Promise<void> {
    // A page that was reloaded may still be heard.
    if (request._conversationId !== this.#conversation) return;
    this.heard?.push(JSON.stringify(request));
    // A short key may stand in any message by chance.
    if (this.key.length >= LONG_KEY && JSON.stringify(request).includes(this.key))
      this.unknownCalls.push('a message that carries the API key');
    if (request._actionType !== 0) this.#register(request);
    try {
      const data = dataFor(request, this.traits, this.#world, this.#events);
      this.workbook.endStep();
      if (data !== undefined) await this.#frame.send(answerTo(request, this.#frame.origin, data));
    } catch (problem) {
      // Nobody is left to answer.
      if (this.#isClosed) return;
      this.unknownCalls.push((problem as Error).message);
      this.invocations.fail(problem as Error);
    }
  }

  readonly #events: HostEvents = {
    ready: () => this.#ready.fire(),
    sent: (bytes) => (this.largestMessage = Math.max(this.largestMessage, bytes)),
    results: (lines) => {
      if (this.failures > 0) {
        this.failures -= 1;
        throw new Refusal('GeneralException');
      }
      this.invocations.settle(lines);
    },
    calculate: () => void this.#calculate().then(() => this.#recalculated.fire()),
    showPane: (isShown) => void this.#setPane(isShown),
    commandCompleted: () => this.#commandCompleted.fire(),
    settings: () => [...this.workbook.settings],
    saveSettings: (all) => {
      this.workbook.settings = new Map(all);
      this.workbook.onSettings();
    },
  };
}
