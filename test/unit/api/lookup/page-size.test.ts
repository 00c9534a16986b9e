import { operationOf } from '../../../../src/api/operations';
import { ServiceError, statusError } from '../../../../src/api/service-error';
import type { DecodedAnswer } from '../../../../src/api/transport/wire';
import { PageSize } from '../../../../src/api/lookup/pages';

const refusal = (words: string, parameter?: string): ServiceError =>
  new ServiceError('refused-argument', `limit: 500 is refused; the service says "${words}" (422)`, {
    status: 422,
    parameter,
  });

describe('the known page size', () => {
  test('is the default at first, and then the size of a page that came in full', () => {
    const size = new PageSize(100, 'limit');
    expect(size.current).toBe(100);
    size.notePage(500, 500, true);
    expect(size.current).toBe(500);
    size.notePage(300, 300, true);
    expect(size.current).toBe(500);
  });

  test('is the size asked for if the last page was shorter', () => {
    const size = new PageSize(100, 'limit');
    size.notePage(500, 7, false);
    expect(size.current).toBe(500);
  });

  test('is the size that came if more pages follow, but never less than the default', () => {
    const size = new PageSize(100, 'limit');
    size.notePage(500, 300, true);
    expect(size.current).toBe(300);
    size.notePage(400, 20, true);
    expect(size.current).toBe(100);
  });

  test('is not changed by a page of the default size or less', () => {
    const size = new PageSize(100, 'limit');
    size.notePage(500, 500, true);
    size.notePage(100, 7, true);
    expect(size.current).toBe(500);
  });

  test.each([
    ['the number that a refusal says', 'Input should be less than or equal to 250', 250],
    ['the default where it says none', 'too much', 100],
    ['the default where it says less', 'at most 50', 100],
    ['the default where it says what was asked for', '500 is too much, says 500', 100],
    ['the last of its numbers', 'between 1 and 250 rows', 250],
    ['the last of its numbers though it quotes the status too', 'error 17 (422): at most 250', 250],
  ])('after a refusal is %s', (_, words, known) => {
    const size = new PageSize(100, 'limit');
    expect(size.noteRefusal(500, refusal(words))).toBe(true);
    expect(size.current).toBe(known);
  });
});

describe('the refusal of a page size', () => {
  test.each<[string, number, unknown, boolean]>([
    ['a 422 of nothing in particular', 500, refusal('no'), true],
    ['a 422 of the size', 500, refusal('no', 'limit'), true],
    ['a 400', 500, statusError(400), true],
    ['a 422 of something else', 500, refusal('no', 'symbol'), false],
    ['another status', 500, statusError(500), false],
    ['another failure', 500, new RangeError('no'), false],
    ['what was refused in the default size', 100, refusal('no'), false],
  ])('is recognised (%s) when %i rows were asked for: %#', (_, asked, error, isRefusal) => {
    const size = new PageSize(100, 'limit');
    expect(size.noteRefusal(asked, error)).toBe(isRefusal);
    expect(size.beginTrial(5_000)).toBe(isRefusal ? undefined : 5_000);
  });
});

describe('the page size to try', () => {
  test('is the number of rows wanted, at most 10,000', () => {
    expect(new PageSize(100, 'limit').beginTrial(4_000)).toBe(4_000);
    expect(new PageSize(100, 'limit').beginTrial(40_000)).toBe(10_000);
  });

  test('is empty if the known size is enough', () => {
    expect(new PageSize(100, 'limit').beginTrial(100)).toBeUndefined();
    expect(new PageSize(100, 'limit').beginTrial(101)).toBe(101);
  });

  test('is not given out again until the outcome of the last trial is known', () => {
    const size = new PageSize(100, 'limit');
    size.beginTrial(500);
    expect(size.beginTrial(800)).toBeUndefined();
    size.notePage(100, 100, true);
    size.noteRefusal(100, refusal('no'));
    expect(size.beginTrial(800)).toBeUndefined();
    size.notePage(500, 500, true);
    expect(size.beginTrial(800)).toBe(800);
    size.noteRefusal(800, new RangeError('lost'));
    expect(size.beginTrial(800)).toBe(800);
  });

  test('is 1,000 after a larger one was refused', () => {
    const size = new PageSize(100, 'limit');
    size.noteRefusal(10_000, refusal('too much'));
    expect(size.beginTrial(10_000)).toBe(1_000);
    size.noteRefusal(1_000, refusal('too much'));
    expect(size.beginTrial(10_000)).toBeUndefined();
  });

  test('is empty above the number that a refusal named', () => {
    const size = new PageSize(100, 'limit');
    size.noteRefusal(10_000, refusal('at most 2500'));
    expect(size.current).toBe(2_500);
    expect(size.beginTrial(5_000)).toBeUndefined();
  });

  test('is never again one that came short', () => {
    const size = new PageSize(100, 'limit');
    size.notePage(800, 700, true);
    expect(size.beginTrial(800)).toBeUndefined();
    expect(size.beginTrial(799)).toBe(799);
  });
});

describe('a page of a given size', () => {
  const answer = (count: number, next: string | null): DecodedAnswer => ({
    rows: Array.from({ length: count }, () => ({})),
    cursors: { next, current: null },
    body: null,
  });

  test('is requested again in the known size when it is refused', async () => {
    const size = new PageSize(100, 'limit');
    const send = jest.fn((asked: number) =>
      asked > 100 ? Promise.reject(refusal('no')) : Promise.resolve(answer(asked, 'more')),
    );
    expect((await size.get(500, send)).rows).toHaveLength(100);
    expect(send.mock.calls).toEqual([[500], [100]]);
  });

  test('passes on any other failure', async () => {
    await expect(new PageSize(100, 'limit').get(500, () => Promise.reject(statusError(403)))).rejects.toMatchObject({
      status: 403,
    });
  });

  test('teaches the size by the number of rows, and by whether more follow', async () => {
    const size = new PageSize(100, 'limit');
    await size.get(500, () => Promise.resolve(answer(200, null)));
    expect(size.current).toBe(500);
    await size.get(600, () => Promise.resolve({ rows: [], body: [] }));
    expect(size.current).toBe(600);
    await size.get(700, () => Promise.resolve(answer(200, 'more')));
    expect(size.current).toBe(200);
  });
});

test('an operation has a page size if its row has that parameter', () => {
  expect(PageSize.of(operationOf('GET /stocks/symbols'), 'size')!.current).toBe(50);
  expect(PageSize.of(operationOf('GET /stocks/markets'), 'size')).toBeUndefined();
});
