import { hostOf } from '../app/settings';
import { amountDecimals, amountFormat } from '../core/amounts';
import { type Cell, isFormatted, RichNumber } from '../core/cell';
import type { Column } from '../core/columns';
import { CellError } from '../core/errors';
import { misnamedArgument } from '../core/fixable-error';
import { looksLikePart, type Unit, unitOf } from '../core/minor-units';
import { currencyMeant } from '../core/names/symbol-notations';
import { fieldCell } from '../core/table';
import { type Context, define, type Parameter } from './define';
import { AREA_TRAITS } from './parameters/area';
import { precision, readNumber } from './parameters/numbers';
import { required } from './parameters/required';
import { SMALL_UNIT } from './parameters/symbols';
import { text, word } from './parameters/words';
import { conversionRate, type ConversionRate, usualDecimals } from './tables/conversion';
import { whenReady } from './tables/look-up-each';

const CODE = 'a currency code such as "EUR"';
const DEFAULT_AREA = 'currencies';

const anyNumber = (): Parameter<number | undefined> => ({
  isOptional: true,
  excelType: 'any',
  dimensionality: 'scalar',
  input: 'number',
  read: (argument, name) => readNumber(argument, name, 'a number', Number.isFinite),
});

function currencyCode(): Parameter<string> {
  const code = required({ ...text(CODE), excelType: 'any', input: 'currency', role: 'currency' }, CODE);
  return {
    ...code,
    read(argument, name, reading) {
      const written = code.read(argument, name, reading);
      // In "GBp=" the small letter may mean pence.
      const meant = SMALL_UNIT.test(written) ? undefined : currencyMeant(written);
      if (meant !== undefined) throw misnamedArgument(name, written, 'a currency code', meant);
      return written;
    },
  };
}

export const convert = define({
  id: 'CONVERT',
  parameters: {
    amount: required(anyNumber(), 'a number'),
    from: currencyCode(),
    to: currencyCode(),
    area: word(['currencies', 'crypto'], { default: DEFAULT_AREA, ...AREA_TRAITS }),
    precision: precision(),
  },
  result: 'scalar',
  sources: ['GET /currencies/convert/{from}/{to}', 'GET /crypto/convert/{from}/{to}'],
  requests: 'pair',
  handle({ amount, area = DEFAULT_AREA, precision, ...pair }, context, call) {
    if (amount === 0) return 0;
    const [from, to] = [unitIn(area, pair.from), unitIn(area, pair.to)];
    const ratio = to.perUnit / from.perUnit;
    const show = (rate: number, info?: ConversionRate['info']): Cell => {
      const exact = withoutNoise(amount * rate);
      // Never -0, which a sheet does not have.
      const value = Number(exact.toFixed(precision ?? amountDecimals(exact, usualDecimals(area)))) + 0;
      const format = amountFormat(value, precision) ?? 'General';
      return new RichNumber(value, format, info ? { rate, ...origin(info, context) } : { rate });
    };
    if (from.code === to.code && ratio !== 1) return show(ratio);
    return whenReady(conversionRate({ area, from: from.code, to: to.code }, context, call), ({ rate, info }) =>
      show(ratio === 1 ? rate : withoutNoise(rate * ratio), info),
    );
  },
});

/** In the crypto area the same letters are coins. */
function unitIn(area: 'currencies' | 'crypto', code: string): Unit {
  if (area === 'crypto') return { code: code.toUpperCase(), perUnit: 1 };
  const unit = unitOf(code);
  if (unit.perUnit === 1 && looksLikePart(code))
    throw new CellError('#VALUE!', `"${code}" may mean a part of a currency: write ${unit.code} for the whole one`);
  return unit;
}

/** Digits beyond these are noise of the multiplication. */
const withoutNoise = (value: number): number => Number(value.toPrecision(15));

const TIME: Column = { name: 'timestamp', kind: 'unix', nullable: false };

/** Where and when the service found its rate, as properties of the cell. */
function origin({ timestamp }: ConversionRate['info'], { dateSystem, settings }: Context): RichNumber['properties'] {
  const asOf = fieldCell(timestamp, TIME, { zone: 'utc', dateSystem });
  return { ...(isFormatted(asOf) && { asOf }), source: hostOf(settings) };
}
