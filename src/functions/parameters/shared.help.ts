import { type Area, AREAS } from '../../api/interface/operation';
import type { Parameter } from '../define';
import type { HelpSection, ParameterHelp } from '../help/explain';

/** Texts about parameters that several functions have. */

export const AREA_WORDS: Readonly<Record<Area, string>> = {
  currencies: 'Currency pairs such as EURUSD',
  crypto: 'Cryptocurrency pairs such as BTCUSD',
  indices: 'Market indices',
  stocks: 'Stocks by ticker',
  commodities: 'Commodities',
};

export const LIST_OF_AREAS = `${AREAS.slice(0, -1).join(', ')} or ${AREAS.at(-1)!}`;

export const AREA: ParameterHelp = {
  text: `Area of the symbols: ${LIST_OF_AREAS}; the setting in the pane if omitted`,
  words: AREA_WORDS,
};

export const ZONE_WORDS = {
  exchange: "The exchange's own wall clock",
  utc: 'Coordinated universal time',
  local: "This computer's wall clock",
};

export const ZONE: ParameterHelp = {
  text: 'Whose wall clock: exchange, utc, local, or a name such as "Europe/Paris"',
  words: ZONE_WORDS,
};

export const HEADERS = 'TRUE to begin with the field names, FALSE for values alone';

export const MICS =
  'MIC codes of the exchanges: one, several separated by commas, or a range; every market if omitted or "all"';

export const COMMON_MICS =
  'MIC codes of the exchanges: one, several separated by commas, or a range; several count the days on which all ' +
  'trade. Not "all": the markets that a service lists may change, and every date with them';

/** For a table that shows all fields by default. */
export const FIELDS = (parameter: Parameter): string => `${fieldsIn(parameter)}; all of them if omitted`;

export const fieldsIn = ({ words = [] }: Parameter): string =>
  `Fields to show, in this order: ${words.join(', ')}, or "all"`;

/** How to use our functions within other functions, and where Excel does not allow it. */
export const withinOthers = (formula: string, gives: string) => (): HelpSection => ({
  title: 'Within other functions',
  text:
    'MAP, BYROW, BYCOL and MAKEARRAY call functions of add-ins since Excel 2510 for Windows. A name may hold a formula ' +
    'with MD functions too, such as a LAMBDA: its cells are listed, refreshed and frozen like others. In conditional ' +
    'formats and data validation Excel takes no function of an add-in: refer to a cell with the formula there.',
  head: ['formula', 'gives'],
  rows: [[`\`${formula}\``, gives]],
});

/** A warning for readers who look for the value date of a currency: spot EURUSD settles after two banking days. */
export const DAYS_OF_EXCHANGES = 'Do not use it for currencies: it knows no holidays of banks.';
