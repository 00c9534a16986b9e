import { useWorkbench } from './use-workbench';

const bench = useWorkbench();

beforeAll(async () => {
  await bench.openScratch();
  await bench.paste('A1', [['EURUSD'], ['GBPUSD'], ['USDJPY']]);
});

const number = (value: unknown): boolean => typeof value === 'number';

describe('a whole column as argument', () => {
  it('fills as many rows as are in use, with a request for all of them', async () => {
    await bench.type('C5', 'below');
    await bench.enter('C1', '=MD.QUOTE(A:A)');
    await bench.shows('Scratch!C3', number);
    expect(await bench.texts('Scratch!C4', 'Scratch!C5')).toEqual(['', 'below']);
    expect((await bench.cell('Scratch!C1')).value).toEqual(expect.any(Number));
  });

  it('grows when another symbol is typed below', async () => {
    await bench.type('A4', 'AUDUSD');
    await bench.shows('Scratch!C4', number);
  });

  it('counts only the part in use', async () => {
    await bench.enter('E1', '=MD.COMPLETE(A:A)');
    expect((await bench.shows('Scratch!E1')).value).toBe(true);
  });

  it('gives a value for each row in place of one value', async () => {
    await bench.enter('G1', '=MD.CONVERT(1,LEFT(A1,3),"CHF")');
    await bench.enter('G2', '=MD.CONVERT(1,"CHF",B:B)');
    await bench.type('B1', 'EUR');
    await bench.type('B2', 'USD');
    await bench.shows('Scratch!G3', number);
    expect((await bench.cell('Scratch!G4')).value).toBeNull();
  });

  it('is a sentence if the formula itself is in it', async () => {
    await bench.enter('J1', '=MD.QUOTE(J:J)');
    await bench.shows('Scratch!J1', (value) => value === '#VALUE!');
    expect((await bench.cell('Scratch!J1')).message).toContain('refers to its own cell');
  });
});
