import { utcMsFromIso } from '../../core/calendar/iso-dates';
import type { Column, Row } from '../../core/columns';
import { isValid } from '../../core/table';
import { type Operation, type OperationParameter, type WireNames, wireName } from '../../api/interface/operation';
import { type ParameterValues, requestPath, type DecodedAnswer, decode } from '../../api/transport/wire';
import { type ProbeService, type Probe, type Samples } from './samples';
import { readValidationErrors } from '../../api/transport/refusals';
import { isRecord } from '../../core/basics';

export interface Finding {
  readonly operation: string;
  readonly differences: readonly string[];
  readonly names: WireNames;
}

const OTHER_SYMBOLS = 3;
const RECORDS = 200;

/** If the service refuses a parameter by name, or a list or a number by size, searches for one that it accepts. */
export async function checkOperation(operation: Operation, ask: ProbeService, samples: Samples): Promise<Finding> {
  const check = new OperationCheck(operation, ask, samples);
  await check.run();
  const { differences, names } = check;
  return { operation: operation.id, names, differences: [...new Set(differences)] };
}

class OperationCheck {
  readonly differences: string[] = [];
  names: WireNames = {};
  #values: ParameterValues = {};

  constructor(
    private readonly operation: Operation,
    private readonly ask: ProbeService,
    private readonly samples: Samples,
  ) {}

  async run(): Promise<void> {
    const { operation, samples } = this;
    this.#values = await samples.valuesFor(operation);
    const missing = operation.parameters.find(
      ({ name, isRequired }) => isRequired === true && [undefined, ''].includes(String(this.#values[name] ?? '')),
    );
    if (missing !== undefined) {
      this.differences.push(`${missing.name}: nothing to ask about, since the service lists no symbols`);
      return;
    }
    let answer = await this.#send();
    if (answer.status === 422) answer = await this.#rename(answer);
    if (isRefused(answer)) answer = await this.#shrink(answer);
    const isOfOne = operation.parameters.some(({ role }) => role === 'symbol');
    for (let index = 1; answer.status === 404 && index <= OTHER_SYMBOLS && isOfOne; index++) {
      this.#values = { ...this.#values, ...(await samples.valuesFor(operation, index)) };
      answer = await this.#send();
    }
    await this.#compare(answer);
  }

  #send(changes: ParameterValues = {}): Promise<Probe> {
    return this.ask(requestPath(this.operation, { ...this.#values, ...changes }, this.names));
  }

  /** If the service misses parameters that were sent under other names, those are its names. */
  async #rename(answer: Probe): Promise<Probe> {
    const { operation } = this;
    const missing = readValidationErrors(answer.body)
      .filter(({ location, type }) => location[0] === 'query' && type === 'missing')
      .map(({ location }) => location[1]!)
      .filter((name) => !operation.parameters.some((one) => wireName(operation, one) === name));
    const sent = operation.parameters.filter(
      ({ name, in: place, isRequired, type }) =>
        place === 'query' && this.#values[name] !== undefined && (isRequired === true || type === 'date'),
    );
    if (missing.length === 0 || missing.length !== sent.length) return answer;
    for (const [index, { name }] of sent.entries()) {
      this.names = { ...this.names, [`${operation.id} ${name}`]: missing[index]! };
      this.differences.push(`parameter ${name}: the service calls it "${missing[index]!}"`);
    }
    return this.#send();
  }

  async #shrink(refused: Probe): Promise<Probe> {
    for (const parameter of this.operation.parameters) {
      const value = this.#values[parameter.name];
      const smaller =
        parameter.role === 'symbols' && typeof value === 'object'
          ? await this.#shrinkList(parameter, value, refused)
          : parameter.role === 'size'
            ? await this.#shrinkNumber(parameter, Number(value))
            : undefined;
      if (smaller !== undefined) return smaller;
    }
    return refused;
  }

  /** By halves. @param taken what surely is. @param send refused for `tooMany` */
  async #findLargest(taken: number, tooMany: number, send: (size: number) => Promise<Probe>) {
    let answer: Probe | undefined;
    while (tooMany - taken > 1) {
      const middle = Math.floor((taken + tooMany) / 2);
      const next = await send(middle);
      if (isRefused(next)) tooMany = middle;
      else [taken, answer] = [middle, next];
    }
    return { taken, answer };
  }

  async #shrinkNumber({ name }: OperationParameter, asked: number): Promise<Probe | undefined> {
    const send = (size: number): Promise<Probe> => this.#send({ [name]: size });
    const least = await send(1);
    if (isRefused(least)) return undefined;
    const { taken, answer = least } = await this.#findLargest(1, asked, send);
    this.#values = { ...this.#values, [name]: taken };
    this.differences.push(`${name}: at most ${taken} is taken; the table says ${asked}`);
    return answer;
  }

  async #shrinkList(
    { name, maxLength }: OperationParameter,
    asked: readonly string[],
    refused: Probe,
  ): Promise<Probe | undefined> {
    const send = (names: readonly string[]): Promise<Probe> => this.#send({ [name]: names });
    let [names, taken, answer]: [readonly string[], number, Probe | undefined] = [asked, 0, undefined];
    while (names.length - taken > 1) {
      const found = await this.#findLargest(taken, names.length, (size) => send(names.slice(0, size)));
      [taken, answer] = [found.taken, found.answer ?? answer];
      // The name that makes the list too long may itself be unknown.
      const last = names[taken]!;
      if (!isRefused(await send([last]))) break;
      names = names.filter((one) => one !== last);
      this.differences.push(`${name}: "${last}" of the service's own list is refused`);
      if (names.length === taken) return answer;
      const rest = await send(names);
      if (!isRefused(rest)) return rest;
    }
    if (answer === undefined) return undefined;
    const [fits, fitsNot] = [taken, taken + 1].map((count) => names.slice(0, count).join().length) as [number, number];
    const said = statedIn(refused.body, fitsNot);
    const isSaid = said !== undefined && said >= fits;
    this.differences.push(
      isSaid
        ? `${name}: at most ${said} characters; the table says ${maxLength!}`
        : `${name}: a list of ${fitsNot} characters (${taken + 1} names) is refused, one of ${fits} is taken; ` +
            `the table says ${maxLength!}`,
    );
    this.names = { ...this.names, [`${this.operation.id} ${name} length`]: String(isSaid ? said : fits) };
    this.#values = { ...this.#values, [name]: names.slice(0, taken) };
    return answer;
  }

  async #compare({ status, body }: Probe): Promise<void> {
    if (status === 422) {
      const errors = readValidationErrors(body).map(({ location, text }) => `${location.join('.')}: ${text}`);
      this.differences.push(`status 422: ${errors.join('; ') || 'without a reason'}`);
      return;
    }
    if (status !== 200) {
      this.differences.push(`status ${status}`);
      return;
    }
    const answer = this.#decoded(body);
    if (answer === undefined) return;
    this.samples.noteNames(this.operation, answer.rows);
    this.differences.push(...this.#recordDifferences(answer), ...this.#wrongFor(answer));
    await this.#askFurther(answer);
  }

  #decoded(body: string): DecodedAnswer | undefined {
    try {
      return decode(this.operation, body);
    } catch (error) {
      this.differences.push(error instanceof Error ? error.message.split(':')[0]! : 'an answer that cannot be read');
      return undefined;
    }
  }

  #recordDifferences({ rows, body }: DecodedAnswer): readonly string[] {
    const { record, shape } = this.operation;
    if (record.length === 0 || shape === 'scores') return [];
    if (rows.length > 0) return recordDifferences(rows.slice(0, RECORDS), record);
    return isRecord(body) || Array.isArray(body) ? [] : ['no records'];
  }

  /** Records that were not requested: the service ignores the parameter because it does not know the name. */
  #wrongFor({ rows, body }: DecodedAnswer, values = this.#values): readonly string[] {
    const found: string[] = [];
    const ignored = (name: string, what: string): void => void found.push(`parameter ${name}: ignored, since ${what}`);
    const others = (name: string, field: string, asked: readonly string[]): void => {
      const wanted = asked.map((one) => one.toUpperCase());
      const names = rows.flatMap((row) => (typeof row[field] === 'string' ? [row[field]] : []));
      const other = names.find((one) => !wanted.includes(one.toUpperCase()));
      if (other !== undefined) ignored(name, `"${other}" came and was not asked for`);
    };
    const { shape, parameters } = this.operation;
    const whole = isRecord(body) ? body : {};
    for (const { name, role } of parameters) {
      const asked = values[name];
      if (typeof asked === 'object') others(name, role === 'exchanges' ? 'mic' : 'symbol', asked);
      if (role === 'symbol' && typeof asked === 'string') {
        if (shape !== 'page') others(name, 'symbol', [asked]);
        if (typeof whole.ticker === 'string' && whole.ticker.toUpperCase() !== asked.toUpperCase())
          ignored(name, `"${whole.ticker}" came`);
      }
      if (role === 'size' && typeof asked === 'number' && shape !== 'any' && rows.length > asked)
        ignored(name, `${rows.length} records came, ${asked} were asked for`);
      const converted = role === 'amount' && isRecord(whole.query) ? whole.query.amount : undefined;
      if (typeof converted === 'number' && converted !== asked) ignored(name, `${converted} was converted`);
    }
    const { start, end } = values;
    if (start !== undefined && end !== undefined && rows.some((row) => isOutside(row, start, end)))
      ignored('start, end', 'records of another time came');
    return found;
  }

  /** Facts that only a second request shows: further pages, filters, and silently applied limits. */
  async #askFurther(answer: DecodedAnswer): Promise<void> {
    const { kind, shape } = this.operation;
    const { limit, size } = this.#values;
    const asked = Number(limit ?? size);
    const next = answer.cursors?.next ?? null;
    if (next !== null) {
      if (answer.rows.length < asked)
        this.differences.push(
          `${limit === undefined ? 'size' : 'limit'}: at most ${answer.rows.length} records come, ${asked} were asked for`,
        );
      const page = await this.#further({ cursor: next });
      if (page && page.rows.length > 0 && sameText(page.rows[0], answer.rows[0]))
        this.differences.push('parameter cursor: ignored, since the first page came again');
    }
    if (kind === 'markets') {
      const mic = (await this.samples.mics()).slice(0, 2);
      const filtered = mic.length > 0 ? await this.#further({ mic }) : undefined;
      if (filtered) this.differences.push(...this.#wrongFor(filtered, { ...this.#values, mic }));
    }
    if (shape === 'filings') await this.#checkFilings(answer, asked);
    if (shape === 'scores') await this.#checkModel(answer);
  }

  async #checkFilings({ rows }: DecodedAnswer, asked: number): Promise<void> {
    // A type with which an unfiltered answer would not begin.
    const type = rows.map((row) => row.filing_type).find((one) => one !== rows[0]?.filing_type);
    if (typeof type === 'string') {
      const filtered = await this.#further({ type, limit: 1 });
      const other = filtered?.rows.find((row) => row.filing_type !== type);
      if (other) this.differences.push(`parameter type: ignored, since "${String(other.filing_type)}" came`);
      if (filtered) this.differences.push(...this.#wrongFor(filtered, { ...this.#values, limit: 1 }));
    }
    const isRound = rows.length >= 5 && rows.length < asked && rows.length % 5 === 0;
    const { ticker } = isRound ? await this.samples.valuesFor(this.operation, 1) : {};
    if (ticker === undefined || ticker === this.#values.ticker) return;
    const second = await this.#further({ ticker });
    if (second?.rows.length === rows.length)
      this.differences.push(`limit: at most ${rows.length} records come, ${asked} were asked for`);
  }

  async #checkModel({ body }: DecodedAnswer): Promise<void> {
    const model = this.operation.parameters.find(({ name }) => name === 'model')?.values?.[0];
    const one = model === undefined ? undefined : await this.#further({ model });
    if (one && sameText(one.body, body)) this.differences.push('parameter model: ignored, since all models came');
  }

  async #further(changes: ParameterValues): Promise<DecodedAnswer | undefined> {
    const { status, body } = await this.#send(changes);
    const names = Object.keys(changes).join(', ');
    if (status === 200) return this.#decoded(body);
    this.differences.push(`${names}: status ${status}`);
    return undefined;
  }
}

const isRefused = ({ status }: Probe): boolean => [400, 404, 413, 414, 422].includes(status);

const sameText = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function statedIn(body: string, refused: number): number | undefined {
  const said = readValidationErrors(body)
    .flatMap(({ text }) => text.match(/\d+/g) ?? [])
    .map(Number)
    .filter((number) => number > 0 && number < refused);
  return said.length === 0 ? undefined : Math.max(...said);
}

function isOutside({ date, time }: Row, start: unknown, end: unknown): boolean {
  if (typeof date === 'string' && typeof start === 'string' && typeof end === 'string')
    return date < start || date > end;
  const timeMs = typeof time === 'string' ? utcMsFromIso(time) : NaN;
  return typeof start === 'number' && typeof end === 'number' && (timeMs < start * 1000 || timeMs >= end * 1000);
}

function recordDifferences(rows: readonly Row[], columns: readonly Column[]): readonly string[] {
  const found: string[] = [];
  /** "price." for "price.last"; empty for what is in the record itself. */
  const prefixOf = (name: string): string => name.slice(0, name.indexOf('.') + 1);
  const prefixes = new Set(['', ...columns.map(({ name }) => prefixOf(name))]);
  for (const prefix of prefixes) {
    const parts = prefix === '' ? rows : rows.map((row) => row[prefix.slice(0, -1)]).filter(isRecord);
    if (parts.length < rows.length) found.push(`field ${prefix.slice(0, -1)} is missing`);
    for (const column of columns.filter(({ name }) => prefixOf(name) === prefix)) {
      const name = column.name.slice(prefix.length);
      const note = (what: string, isSo: (part: Row) => boolean): void => {
        const some = parts.filter(isSo);
        if (some.length > 0) found.push(`field ${column.name} is ${what}${share(some, parts)}`);
      };
      if (!column.nullable) note('missing', (part) => part[name] === undefined);
      const own = [{ ...column, name }];
      note(`not of the kind ${column.kind}`, (part) => part[name] !== undefined && !isValid(part, own));
      if (!column.nullable) note('null', (part) => part[name] === null);
    }
    const names = new Set(parts.flatMap((part) => Object.keys(part).map((name) => prefix + name)));
    for (const name of names)
      if (!prefixes.has(`${name}.`) && !columns.some((one) => one.name === name)) found.push(`field ${name} is new`);
  }
  return found;
}

const share = (some: readonly unknown[], all: readonly unknown[]): string =>
  some.length === all.length ? '' : ` in ${some.length} of ${all.length} records`;
