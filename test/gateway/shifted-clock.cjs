// Sets the clock of this process wrong, by as many milliseconds as MD_TEST_SHIFT says.
const shift = Number(process.env.MD_TEST_SHIFT);
const RightDate = Date;
globalThis.Date = class extends RightDate {
  constructor(...args) {
    if (args.length === 0) super(RightDate.now() + shift);
    else super(...args);
  }
  static now() {
    return RightDate.now() + shift;
  }
};
Object.defineProperty(performance, 'timeOrigin', { value: performance.timeOrigin + shift });
