import { useOffice, readMetadata } from './opened';
import { readFormula } from './emulator/formula';
import { CATALOG } from '../../src/functions/catalog';

describe('examples', () => {
  const office = useOffice();
  test('all', async () => {
    const t0 = Date.now();
    const excel = await office.open();
    console.log('open', Date.now() - t0);
    const metadata = readMetadata();
    const results = await excel.callAll(CATALOG.map((d) => readFormula(d.examples[0].formula, metadata)));
    console.log(Date.now() - t0, JSON.stringify(results, null, 1), office.service.requests, excel.files);
  });
});
