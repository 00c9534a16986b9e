import { countryOfMic } from '../../../src/api/listing';
import { symbolParts } from '../../../src/core/names/symbol-parts';
import { EXCHANGES } from '../../../src/sandbox/exchanges/exchanges';

test('every exchange of the simulated service has the country and the currency that the service states', () => {
  const said = EXCHANGES.map(({ mic, countryCode, currencyCode }) => [
    mic,
    { country: countryCode, currency: currencyCode },
  ]);
  expect(EXCHANGES.map(({ mic }) => [mic, countryOfMic(mic)])).toEqual(said);
});

test.each(['XPAR', 'BVMF', 'MISX', 'ALXP', 'AIMX', 'NEOE', 'HSTC', 'DSMD', 'MTAA', 'EXGM', 'AQSE'])(
  'the exchange %s is known before a symbol, with its country',
  (mic) => {
    expect(symbolParts(`${mic}:SAN`)).toEqual({ area: 'stocks', symbol: 'SAN', mic });
    expect(countryOfMic(mic)).toBeDefined();
  },
);
