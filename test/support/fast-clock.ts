/**
 * A clock that runs several times as fast as ours, for a page and for the service that it speaks to: both tell the same
 * time. Office sends results every half second and streams are polled every second, so that tests would mostly wait.
 */
export class FastClock {
  readonly #began = Date.now();

  constructor(readonly speed: number) {}

  now = (): number => this.#began + (Date.now() - this.#began) * this.speed;

  /** Makes the timers and dates of a page follow this clock when it runs there first. */
  get script(): string {
    return `
(() => {
  const { setTimeout: timeout, setInterval: interval, Date: RealDate } = window;
  const real = performance.now.bind(performance);
  const now = () => ${this.#began} + (performance.timeOrigin + real() - ${this.#began}) * ${this.speed};
  window.setTimeout = (run, ms = 0, ...args) => timeout(run, ms / ${this.speed}, ...args);
  window.setInterval = (run, ms = 0, ...args) => interval(run, ms / ${this.speed}, ...args);
  performance.now = () => real() * ${this.speed};
  window.Date = class extends RealDate {
    constructor(...parts) { super(...(parts.length === 0 ? [now()] : parts)); }
    static now() { return Math.floor(now()); }
  };
})();
`;
  }
}
