import { createSteadyNow } from '../../../src/gateway/gateway';

const HOUR = 3_600_000;

describe('the clock by which answers grow old', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  /** A computer whose clock and whose engine's steady clock show these. */
  function createComputer() {
    const shown = { wall: performance.timeOrigin + 1_000, steady: 1_000 };
    jest.spyOn(Date, 'now').mockImplementation(() => shown.wall);
    jest.spyOn(performance, 'now').mockImplementation(() => shown.steady);
    const now = createSteadyNow();
    const startedAt = now();
    return {
      /** How much has passed after the clocks have gone on by that. */
      passedAfter: (wallMs: number, steadyMs: number): number => {
        shown.wall += wallMs;
        shown.steady += steadyMs;
        return Math.round(now() - startedAt);
      },
    };
  }

  test('goes on while the computer sleeps, though the steady clock of the engine stands still', () => {
    const { passedAfter } = createComputer();
    expect(passedAfter(5_000, 5_000)).toBe(5_000);
    expect(passedAfter(8 * HOUR, 20)).toBe(8 * HOUR + 5_000);
    expect(passedAfter(1_000, 1_000)).toBe(8 * HOUR + 6_000);
  });

  test('is never set back, and goes on while the clock of the computer is behind', () => {
    const { passedAfter } = createComputer();
    expect(passedAfter(-HOUR, 1_000)).toBe(1_000);
    expect(passedAfter(1_000, 1_000)).toBe(2_000);
    // Set right again: nothing has passed but this.
    expect(passedAfter(HOUR + 1_000, 1_000)).toBe(3_000);
  });
});
