import { date, dateTime, dayCount } from '../../../../src/functions/parameters/dates';
import { flag, wholeNumber, text, word } from '../../../../src/functions/parameters/values';

const PARAMETERS = {
  date: date(),
  'date and time': dateTime(),
  'number of days': dayCount(100),
  'whole number': wholeNumber(0, 15),
  number: wholeNumber(0, 9),
  'TRUE or FALSE': flag(true),
  word: word(['bid', 'ask']),
  text: text('a filing type'),
};

describe.each(Object.entries(PARAMETERS))('a %s', (_, parameter) => {
  test.each([[null], [''], [' '], ['\u00A0 ']])('is omitted if its cell contains %j', (cell) => {
    expect(parameter.read([[cell]], 'it', { dateSystem: 1900 } as never)).toBeUndefined();
  });
});
