import type { Activity } from '../../app/activity';
import type { Round } from '../engine/adapter';

/**
 * Shows what the last round of work needed ("412 cells · 6 requests · 0.4 s"), or why the selected cell is an error.
 */
export class StatusLine {
  #requestsBefore = 0;
  #round = '';

  constructor(
    private readonly line: HTMLElement,
    private readonly activity: Activity,
  ) {
    // Until its script runs, the document says that it is opening.
    line.textContent = '';
  }

  showRound({ cells, ms }: Round): void {
    const { requests } = this.activity.counts;
    const sent = requests - this.#requestsBefore;
    this.#requestsBefore = requests;
    if (cells === 0) return;
    this.#round = `${count(cells, 'cell')} · ${count(sent, 'request')} · ${(ms / 1000).toFixed(1)} s`;
    this.line.textContent = this.#round;
  }

  /** An empty message shows the last round again. */
  showMessage(message: string): void {
    this.line.textContent = message === '' ? this.#round : message;
    this.line.title = message;
  }
}

const count = (number: number, noun: string): string =>
  `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`;
