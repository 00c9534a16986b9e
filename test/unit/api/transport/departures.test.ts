import { Departures } from '../../../../src/api/transport/departures';

/** Requests that were handed to the browser, and which of them can have left. */
function createDepartures(count: number) {
  const departures = new Departures();
  const left: number[] = [];
  const givenUp: number[] = [];
  const begin = (index: number) =>
    departures.begin({ onLeft: () => left.push(index), onGivenUp: () => givenUp.push(index) });
  const ends = Array.from({ length: count }, (_, index) => begin(index));
  return { departures, left, givenUp, ends, begin };
}

describe('requests that were handed to the browser', () => {
  test('count as sent if they are among the six oldest', () => {
    const { left, ends } = createDepartures(8);
    expect(left).toEqual([0, 1, 2, 3, 4, 5]);
    ends[2]!(true);
    expect(left).toEqual([0, 1, 2, 3, 4, 5, 6]);
    ends[0]!(false);
    expect(left).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  test('count as sent at once from the moment when a seventh is answered before one of the six', () => {
    const { left, ends, begin } = createDepartures(8);
    ends[7]!(true);
    expect(left).toEqual([0, 1, 2, 3, 4, 5, 6]);
    begin(8);
    expect(left).toEqual([0, 1, 2, 3, 4, 5, 6, 8]);
  });

  test('reveal nothing about the connection if a seventh is cancelled', () => {
    const { left, ends, begin } = createDepartures(8);
    ends[7]!(false);
    begin(8);
    expect(left).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test('are given up if they cannot have been sent and nothing gets through', () => {
    const { departures, givenUp } = createDepartures(8);
    departures.giveUpHeldBack(new Error('down'));
    expect(givenUp).toEqual([6, 7]);
  });
});
