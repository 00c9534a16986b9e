import { DATE_FORMAT } from '../../core/calendar/dates';
import {
  formula,
  gap,
  heading,
  label,
  numberHeading,
  type SheetDraft,
  total,
  stringLiteral,
  sentence,
} from './sheet-draft';
import type { ModelTexts } from './model';

const YEARS = ['B', 'C', 'D', 'E', 'F'] as const;
const MILLIONS = '#,##0;-#,##0';
const PERCENT = '0.0%';
const PER_SHARE = '#,##0.00;-#,##0.00';
const MULTIPLE = '0.0"x"';
/** The range of the sensitivity table around the assumptions. */
const STEPS = ['-0.01', '-0.005', '', '+0.005', '+0.01'];

/** The terminal value at the time of the last flow: the middle of the last year with mid-year flows. */
const terminal = (wacc: string, growth: string): string => `$F$47*(1+${growth})/(${wacc}-${growth})`;
const valuePerShare = (wacc: string, growth: string): string =>
  `(SUMPRODUCT($B$47:$F$47*$B$48:$F$48/(1+${wacc})^$B$49:$F$49)+${terminal(wacc, growth)}/(1+${wacc})^$F$49-$B$28)/$B$29`;

/** Adds the forecast, value and sensitivities of a discounted cash flow below its assumptions. */
export function addForecast(sheet: SheetDraft, { dcf, common }: ModelTexts): SheetDraft {
  const noData = stringLiteral(common.noData);
  /** Shows no values until the blocking checks pass. */
  const onceSound = (text: string): string => `=IF($F$13>0,${noData},IFERROR(${text},${noData}))`;
  const present = (text: string): string => `=IFERROR(${text},${noData})`;
  const years = (text: string, of: (year: string, before: string, index: number) => string, format: string) => [
    label(text),
    ...YEARS.map((year, index) => formula(of(year, YEARS[index - 1] ?? '', index), format)),
  ];
  const named = (currency: string): string => `IF(ISTEXT(${currency}),${currency},"?")`;
  const value = (text: string, worth: string, format: string) => [label(text), formula(onceSound(worth), format)];

  return sheet
    .put('A37', [
      [heading(dcf.forecast), ...YEARS.map((_, index) => numberHeading(index + 1))],
      years(
        dcf.yearEnds,
        (_, before, index) => present(index === 0 ? '$B$18+0' : `EDATE(${before}38,12)`),
        DATE_FORMAT,
      ),
      years(dcf.growth, (_, __, index) => present(`$B$32+($B$33-$B$32)*${index}/4`), PERCENT),
      years(
        dcf.revenueOf,
        (year, before, index) => present(`${index === 0 ? '$B$23' : `${before}40`}*(1+${year}39)`),
        MILLIONS,
      ),
      years(dcf.marginOf, (_, __, index) => present(`$B$24+($B$34-$B$24)*${index + 1}/5`), PERCENT),
      years(dcf.ebit, (year) => present(`${year}40*${year}41`), MILLIONS),
      years(dcf.taxes, (year) => present(`-${year}42*$F$22`), MILLIONS),
      years(dcf.addedDepreciation, (year) => present(`${year}40*$B$25`), MILLIONS),
      years(dcf.spent, (year) => present(`-${year}40*$B$26`), MILLIONS),
      years(
        dcf.tiedUp,
        (year, before, index) => present(`-(${year}40-${index === 0 ? '$B$23' : `${before}40`})*$B$27`),
        MILLIONS,
      ),
      years(dcf.freeCashFlow, (year) => present(`${year}42+${year}43+${year}44+${year}45+${year}46`), MILLIONS),
      years(dcf.partToCome, (_, __, index) => (index === 0 ? present('($B$18-$B$17)/365') : '=1'), '0.00'),
      years(
        dcf.yearsUntil,
        (_, __, index) => present(index === 0 ? '$B$48*(1-0.5*$B$19)' : `$B$48+${index}-0.5*$B$19`),
        '0.00',
      ),
      years(dcf.presentValue, (year) => present(`${year}47*${year}48/(1+$F$24)^${year}49`), MILLIONS),
    ])
    .put('A52', [
      [heading(dcf.value), heading('')],
      value(dcf.fiveYears, 'B50+C50+D50+E50+F50', MILLIONS),
      value(dcf.afterwards, `${terminal('$F$24', '$B$35')}/(1+$F$24)^$F$49`, MILLIONS),
      value(dcf.enterprise, 'B53+B54', MILLIONS),
      value(dcf.terminalShare, 'B54/B55', PERCENT),
      value(dcf.firstMultiple, 'B55/(B42+B44)', MULTIPLE),
      value(dcf.exitMultiple, `${terminal('$F$24', '$B$35')}*(1+$F$24)^(0.5*$B$19)/(F42+F44)`, MULTIPLE),
      value(dcf.lessNetDebt, '-$B$28', MILLIONS),
      value(dcf.equity, 'B55-$B$28', MILLIONS),
      [formula(`=${sentence(dcf.perShare, { currency: named('$B$12') })}`), total(onceSound('B60/$B$29'), PER_SHARE)],
      [
        formula(`=${sentence(dcf.perShare, { currency: named('$B$13') })}`),
        formula(onceSound(`IF($B$14>0,B61*$B$14,${noData})`), PER_SHARE),
      ],
      [label(dcf.price), formula(`=IF(ISNUMBER($B$7),$B$7,${noData})`, PER_SHARE)],
      [label(dcf.upsideToPrice), total(onceSound(`IF($B$7>0,B61/B63-1,${noData})`), '+0.0%;-0.0%')],
    ])
    .put('A67', [
      [heading(dcf.sensitivity), ...gap(5).map(() => heading(''))],
      [undefined, ...STEPS.map((step) => formula(present(`$B$35${step}`), PERCENT))],
      ...STEPS.map((step, index) => [
        formula(present(`$F$24${step}`), PERCENT),
        ...YEARS.map((column) => {
          const [wacc, growth] = [`$A${69 + index}`, `${column}$68`];
          return formula(onceSound(`IF(${wacc}>${growth},${valuePerShare(wacc, growth)},NA())`), PER_SHARE);
        }),
      ]),
    ])
    .highlight('B69:F73', 'missing', common.noData);
}
