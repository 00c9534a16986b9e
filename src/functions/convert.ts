import type { Cell } from '../core/cell';
import { CellError } from '../core/errors';
import { looksLikePart, type Unit, unitOf } from '../core/minor-units';
import { amountFormat } from '../core/prices';
import { define, type Parameter } from './define';
import { AREA_TRAITS } from './parameters/area';
import { decimal, MAX_DECIMALS, precision } from './parameters/numbers';
import { required } from './parameters/required';
import { text, word } from './parameters/words';
import { convertAmount } from './tables/conversion';
import { whenReady } from './tables/look-up-each';

const CODE = 'a currency code such as "EUR"';
const DEFAULT_AREA = 'currencies';

const currencyCode = (): Parameter<string> => required({ ...text(CODE), excelType: 'any', input: 'currency' }, CODE);

export const convert = define({
  id: 'CONVERT',
  parameters: {
    amount: required(decimal(), 'a number'),
    from: currencyCode(),
    to: currencyCode(),
    area: word(['currencies', 'crypto'], { default: DEFAULT_AREA, ...AREA_TRAITS }),
    precision: precision(),
  },
  result: 'scalar',
  sources: ['GET /currencies/convert/{from}/{to}', 'GET /crypto/convert/{from}/{to}'],
  requests: 'alone',
  chunk: 'more',
  handle({ amount, area = DEFAULT_AREA, precision, ...pair }, context, call) {
    if (amount === 0) return 0;
    const [from, to] = [unitIn(area, pair.from), unitIn(area, pair.to)];
    const conversion = {
      area,
      from: from.code,
      to: to.code,
      amount: Math.abs(amount) / from.perUnit,
      precision: precision === undefined ? undefined : Math.min(MAX_DECIMALS, precision + Math.log10(to.perUnit)),
    };
    const isSame = from.code === to.code && from.perUnit !== to.perUnit;
    return whenReady(isSame ? conversion.amount : convertAmount(conversion, context, call), (converted) => {
      const value = Math.sign(amount) * Number((converted * to.perUnit).toPrecision(MAX_DECIMALS));
      // Never -0, which a sheet does not have.
      return withFormat((precision === undefined ? value : Number(value.toFixed(precision))) + 0, precision);
    });
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

function withFormat(value: number, precision: number | undefined): Cell {
  const format = amountFormat(value, precision);
  return format === undefined ? value : { value, format };
}
