import { define } from './define';
import type { Parameter } from './define';
import { handle } from './handlers/convert';
import { AREA_CHOICES } from './parameters/choices';
import { decimal, wholeNumber } from './parameters/numbers';
import { required } from './parameters/required';
import { text, word } from './parameters/words';

const CODE = 'a currency code such as "EUR"';
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
  handle,
});
