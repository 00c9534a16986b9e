import { explain } from './help/explain';
import { convert } from './convert';
import { AREA_WORDS } from './parameters/shared.help';

export const convertHelp = explain(convert, {
  summary: 'An amount of one currency in another, at the last rate.',
  returns:
    'The amount at the rate of the service, rounded as the service rounds, with at least five significant digits: the ' +
    'cell shows fewer decimals than it holds. Other amounts times a rate of five digits are off: convert each amount, or ' +
    'give the rate of one unit 15 decimals. All ' +
    'formulas of a recalculation with the same two currencies use one rate, however different their amounts are. The ' +
    'pane shows that rate and its time for the selected cell, and, where the setting for properties is on, =A1.rate and =A1.asOf give them. ' +
    'Convert in one step: each function inside another waits for one more message of Excel, up to half a second. ' +
    '0 gives 0 without a request, and an amount in its own currency stays as it is. "GBp" and "GBX" are pence, "ZAc", ' +
    '"ZAr", "USd" and "USX" cents, "ILA" and "ILs" agorot: a hundredth of GBP, ZAR, USD, ILS.',
  parameters: {
    amount: 'The amount to convert; a negative one gives a negative result',
    from: 'Code of the currency that you have, such as EUR or BTC; GBp for pence',
    to: 'Code of the currency that you want, such as USD',
    area: { text: 'currencies, or crypto where one of the two is a cryptocurrency', words: AREA_WORDS },
    precision:
      'Decimals of the value, 0 to 15, as in 2 for cents; if omitted it keeps those of the service, five or more, and shows two or more',
  },
  examples: [
    { formula: '=MD.CONVERT(250,"EUR","USD")', gives: '250 euros in US dollars' },
    { formula: '=MD.CONVERT(0.5,"BTC","EUR","crypto",2)', gives: 'half a bitcoin in euros and cents' },
    { formula: '=MD.CONVERT(-1250,"GBp","EUR")', gives: 'a debt of 1,250 pence in euros' },
  ],
  seeAlso: ['QUOTE', 'LIVE', 'SYMBOLS'],
  searchWords: {
    en:
      'exchange rate, convert, converter, currency converter, currency, currencies, fx, foreign exchange, amount, ' +
      'translate, pence',
    de: 'umrechnen, Umrechnung, Währungsumrechnung, Währung, Fremdwährung, Wechselkurs, Betrag, Devisen',
    fr: 'convertir, conversion, conversion de devises, monnaie, devise, taux de change, montant',
    es: 'convertir, conversión, cambio de divisas, moneda, divisa, tipo de cambio, importe',
    ja: '換算, 通貨換算, 円換算, 通貨, 為替レート, 金額',
    zh: '换算, 货币换算, 兑换, 货币, 币种, 汇率, 金额',
  },
});
