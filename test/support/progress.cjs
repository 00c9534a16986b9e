const path = require('node:path');

const TESTS = path.join(__dirname, '..');
const EVERY_MS = 30_000;
const SLOWEST_COUNT = 10;

/** "browser/workbench" of ".../test/browser/workbench.test.ts". */
const nameOf = (file) => path.relative(TESTS, file).replace(/\.test\.ts$/, '');
const seconds = (ms) => `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;

/** Shows where a long run is: every half minute what runs and how much is left, and at the end the slowest suites. */
module.exports = class Progress {
  #startedAtMs = new Map();
  #tookMs = new Map();
  #total = 0;
  #timer;

  onRunStart({ numTotalTestSuites }) {
    this.#total = numTotalTestSuites;
    // A terminal shows the running suites already.
    if (!process.stderr.isTTY) this.#timer = setInterval(() => this.#show(), EVERY_MS).unref();
  }

  onTestFileStart({ path: file }) {
    this.#startedAtMs.set(file, Date.now());
  }

  onTestFileResult({ path: file }) {
    this.#tookMs.set(file, Date.now() - this.#startedAtMs.get(file));
    this.#startedAtMs.delete(file);
  }

  onRunComplete() {
    clearInterval(this.#timer);
    if (this.#tookMs.size <= SLOWEST_COUNT) return;
    const slowest = [...this.#tookMs].sort(([, one], [, other]) => other - one).slice(0, SLOWEST_COUNT);
    const lines = slowest.map(([file, ms]) => `  ${seconds(ms).padStart(6)}  ${nameOf(file)}`);
    process.stderr.write(`The ten slowest suites:\n${lines.join('\n')}\n`);
  }

  #show() {
    const running = [...this.#startedAtMs].map(([file, since]) => `${nameOf(file)} (${seconds(Date.now() - since)})`);
    process.stderr.write(
      `${this.#tookMs.size} of ${this.#total} suites are done, ${running.length} run: ${running.join(', ')}\n`,
    );
  }
};
