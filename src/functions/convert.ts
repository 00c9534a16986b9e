import { operationOf } from '../api/operations';
import { ServiceError } from '../api/service-error';
import type { Cell } from '../core/cell';
import type { Column } from '../core/columns';
import { CellError, notAvailable, wrongArgument } from '../core/errors';
import { cellOf } from '../core/table';
import { define } from './define';
import type { Parameter } from './define';
import { lookUpEach } from './each';
import { AREA_CHOICES } from './parameters/choices';
import { decimal, wholeNumber } from './parameters/numbers';
import { required } from './parameters/required';
import { text, word } from './parameters/words';

const CODE = 'a currency code such as "EUR"';
const RESULT: Column = { name: 'result', kind: 'number', nullable: false };
const MOST_DECIMALS = 15;

const code = (help: string): Parameter<string> => required({ ...text(help, CODE), excelType: 'any' }, CODE);

export const convert = define({
  id: 'CONVERT',
  summary: 'An amount of one currency in another, at the last rate. Example: =MD.CONVERT(250,"EUR","USD") gives 250 euros in US dollars.',
  returns: 'A number. Nothing of a currency is nothing of any other: 0 gives 0 without asking the service.',
  parameters: {
    amount: required(decimal('The amount to convert: 0, or a number that is not below the minimum of the service, 0.01 (crypto: 0.00000001)'), 'a number'),
    from: code('Code of the currency that you have, such as EUR or BTC'),
    to: code('Code of the currency that you want, such as USD'),
    area: word('currencies, or crypto where one of the two is a cryptocurrency; currencies when left out', ['currencies', 'crypto'], AREA_CHOICES),
    precision: wholeNumber('Decimals of the result, 0 to 15; the service decides when left out', 0, MOST_DECIMALS),
  },
  result: 'scalar',
  sources: ['GET /currencies/convert/{from}/{to}', 'GET /crypto/convert/{from}/{to}'],
  examples: [
    { formula: '=MD.CONVERT(250,"EUR","USD")', gives: '250 euros in US dollars' },
    { formula: '=MD.CONVERT(0.5,"BTC","EUR","crypto",2)', gives: 'half a bitcoin in euros and cents' },
  ],
  handle({ amount, area = 'currencies', precision, ...given }, context, call) {
    if (amount === 0) return 0;
    const [from, to] = [given.from.toUpperCase(), given.to.toUpperCase()];
    const id = `GET /${area}/convert/{from}/{to}`;
    const least = operationOf(id).parameters.find(({ name }) => name === 'amount')?.min ?? 0.01;
    if (amount < least) throw wrongArgument('amount', amount, `0 or a number from ${least.toFixed(-Math.log10(least))} up, which is what the service converts in ${area}`);
    return lookUpEach([{ values: { from, to, amount, precision } }], (question) => context.client.read(id, question, call), ([answer]): Cell => {
      if (!(answer instanceof CellError)) return cellOf(answer?.rows[0]?.result, RESULT, { zone: 'utc', dateSystem: context.dateSystem });
      const isUnknown = answer instanceof ServiceError && answer.status === 404;
      return isUnknown ? notAvailable(`"${from}" to "${to}" cannot be converted in ${area}: check the codes and the area`, answer) : answer;
    });
  },
});
