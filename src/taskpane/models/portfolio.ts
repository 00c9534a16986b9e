import { TIME_FORMAT } from '../../core/calendar/dates';
import { above, currencyCode } from './checks';
import {
  besideEntry,
  centered,
  failing,
  figure,
  formula,
  formulaHeading,
  fromNumbers,
  input,
  inputRow,
  isListWhole,
  label,
  note,
  onceComplete,
  onlyIf,
  orNoData,
  plotted,
  repeated,
  spilled,
  total,
  wordFormula,
  wordRow,
} from './draft-cells';
import { plannedModel } from './sheet-draft';

const QUANTITY = '#,##0.00##;-#,##0.00##';
/** Coins far below one unit of a currency keep their digits. */
const PRICE = '[<1]0.00000000;#,##0.0000';
const AMOUNT = '#,##0;-#,##0';
const SHARE = '0.0%;-0.0%';
/** More currencies than that have no rate, and their positions count as missing. */
const RATE_ROWS = 20;
/** A rate from this many units has all the digits that the service knows. */
const UNITS = 1_000_000;

const totalOf = (text: string): string => `=${onceComplete(`IF(COUNT({I})=0,{noData},${text})`)}`;
/** Of long and short positions alike. */
const gross = (letter: string, condition = ''): string =>
  `(SUMIFS({${letter}},{${letter}},">0"${condition})-SUMIFS({${letter}},{${letter}},"<0"${condition}))`;
const unlessNegative = (text: string): string => `IF($C#<0,{noData},${text})`;
const stampOf = (pair: string): string => `MD.QUOTE(${pair},"timestamp","currencies")`;

/**
 * Positions of any kind in one currency: value, gain and weight, how much of the cost is priced at all, and how much of
 * the value has a price younger than a chosen age.
 */
export const portfolio = plannedModel({
  id: 'portfolio',
  names: {
    currency: 'IF(ISTEXT($B$5),$B$5,"?")',
    hasOwnPrice: 'ISNUMBER($O#)',
    /** Of the largest amount, long or short. */
    largest: 'IF(MAX({I})>=-MIN({I}),MAX({I}),MIN({I}))',
  },
  missing: failing('ISNUMBER({J})'),
  asking: ['E12', '$R$12:$R$31'],
  thenAsking: ['B7'],
  result: [{ ...formula('={portfolio.valueIn}'), style: 'label' }, total('=$G$5', AMOUNT)],
  cells: {
    A5: [
      wordRow('fx.reportingCurrency', 'USD', currencyCode),
      inputRow('portfolio.hoursOld', 24, '0.0', above(0)),
      [
        label('portfolio.asOf'),
        // A selection that was refreshed later has quotes that are newer than the clock.
        formula('=IFERROR(MAX(MD.STATUS("XNYS","local_time",FALSE,"utc"),MAXIFS({F},{F},">0")),{noData})', TIME_FORMAT),
      ],
    ],
    E5: [
      figure({ ...formula('={portfolio.valueIn}'), style: 'label' }, total(totalOf('SUM({I})'), AMOUNT)),
      figure({ ...formula('={portfolio.costIn}'), style: 'label' }, formula(totalOf('SUM({H})'), AMOUNT)),
      figure({ ...formula('={fx.gainIn}'), style: 'label' }, total(totalOf('SUM({J})'), AMOUNT)),
      figure('portfolio.gainShare', formula(totalOf(`SUM({J})/${gross('H')}`), SHARE)),
      [note('portfolio.weightsOf')],
    ],
    I5: [
      figure(
        'portfolio.pricedShare',
        // By cost, because a position without a price has no value. Without a rate its cost is not known either.
        total(`=${orNoData(onlyIf(isListWhole('H'), `${gross('H', ',{I},"<>"&{noData}')}/${gross('H')}`))}`, SHARE),
      ),
      figure(
        'portfolio.freshShare',
        total(
          totalOf(
            onlyIf(
              'AND(ISNUMBER($B$7),$C$6="")',
              `${gross('I', ',{M},{portfolio.fresh}')}/${gross('I', ',{M},"<>"&{portfolio.byHand}')}`,
            ),
          ),
          SHARE,
        ),
      ),
      figure('fx.oldest', formula(totalOf('MINIFS({F},{F},">0")'), TIME_FORMAT)),
      figure('portfolio.largest', formula(totalOf('INDEX({A},MATCH({largest},{I},0))'))),
    ],
    // Cash has a price of its own.
    O23: [[input(1, PRICE)]],
    E12: [[formula('=MD.QUOTE({P},"mid,timestamp","stocks",10)', PRICE)]],
    Q12: repeated(RATE_ROWS, [
      { align: 'center' },
      formula(
        `=IF($Q#="","",IF($C$5<>"",{noData},IF(EXACT($Q#,$B$5),1,MD.CONVERT(${UNITS},$Q#,$B$5)/${UNITS})))`,
        PRICE,
      ),
      formula(
        `=IF(OR($Q#="",EXACT($Q#,$B$5)),"",IFERROR(${stampOf('UPPER($Q#)&$B$5')},${orNoData(stampOf('$B$5&UPPER($Q#)'))}))`,
        TIME_FORMAT,
      ),
    ]),
    $Q$12: [[wordFormula('=IFERROR(FILTER({T},{T}<>""),"")')]],
  },
  of: {
    first: 12,
    /** Each with its quantity, its cost per unit, and the currency of its price. */
    entries: [
      ['stocks:AAPL', 400, 182.5, 'USD'],
      ['stocks:MSFT', 150, 390, 'USD'],
      ['stocks:KO', 900, 58.2, 'USD'],
      ['stocks:XOM', 350, 104, 'USD'],
      ['stocks:BA', 200, 215, 'USD'],
      ['stocks:SAP', 250, 160, 'EUR'],
      ['crypto:BTCUSD', 0.75, 52_000, 'USD'],
      ['commodities:XAUUSD', 40, 2_180, 'USD'],
      ['commodities:BRENT', 800, 78.5, 'USD'],
      ['currencies:EURUSD', 100_000, 1.08, 'USD'],
      ['currencies:USDJPY', -60_000, 151.2, 'JPY'],
      ['portfolio.cash', 25_000, 1, 'USD'],
    ],
    columns: [
      [22, 'fx.position', input()],
      [19, 'portfolio.quantity', input(undefined, QUANTITY)],
      [11, 'portfolio.cost', input(undefined, PRICE)],
      [9, 'portfolio.currency', centered(input())],
      [12, 'portfolio.price', spilled(PRICE)],
      [19, 'common.quotedUtc', spilled(TIME_FORMAT)],
      // Pence are not pounds: EXACT tells GBp from GBP.
      [13, 'portfolio.rate', besideEntry('XLOOKUP(TRUE,EXACT($D#,$Q$12:$Q$31),$R$12:$R$31)+0', PRICE)],
      [16, formulaHeading('portfolio.costIn'), fromNumbers('BCG', unlessNegative('B#*C#*G#'), AMOUNT)],
      [16, formulaHeading('portfolio.valueIn'), fromNumbers('BG', 'B#*IF({hasOwnPrice},$O#,E#)*G#', AMOUNT)],
      [16, formulaHeading('fx.gainIn'), fromNumbers('HI', 'I#-H#', AMOUNT)],
      [20, 'portfolio.weight', fromNumbers('I', onceComplete(onlyIf('$G$5>0', 'I#/$G$5')), SHARE)],
      [
        12,
        'portfolio.age',
        besideEntry('IF({hasOwnPrice},"",IF(COUNT($B$7,F#)=2,MAX(0,($B$7-F#)*24),{noData}))', '#,##0.0'),
      ],
      [
        12,
        'portfolio.priceIs',
        centered(
          besideEntry(
            `IF({hasOwnPrice},{portfolio.byHand},${onlyIf('AND(ISNUMBER(L#),$C$6="")', 'IF(L#<=$B$6,{portfolio.fresh},{portfolio.old})')})`,
          ),
        ),
      ],
      [10, 'common.plotted', plotted('K', SHARE)],
      [12, 'portfolio.ownPrice', input(undefined, PRICE)],
      // Positions with their own price send no request.
      [18, 'portfolio.askedFor', wordFormula('=IF(OR($A#="",{hasOwnPrice}),"",$A#)')],
      [10, 'portfolio.currency', { align: 'center' }],
      [14, 'portfolio.rate', { align: 'right' }],
      [20, 'common.quotedUtc', { align: 'right' }],
      // UNIQUE takes pence for pounds.
      [
        14,
        'portfolio.newCurrency',
        wordFormula('=IFERROR(IF($D#="","",IF(SUMPRODUCT(EXACT($D$12:$D#,$D#)*1)=1,$D#,"")),"")'),
      ],
    ],
    chart: { title: 'portfolio.weight', until: 'I', format: '0%' },
    plotted: ['portfolio.weight', 'N'],
    print: 'T',
  },
  marks: [
    ['HIJKLM', 'missing'],
    ['M', 'caution', 'portfolio.old'],
    ['G5:G8', 'missing'],
    ['K5:K8', 'missing'],
  ],
});
