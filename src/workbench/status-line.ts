import type { Activity } from '../app/activity';
import type { Round } from './adapter';

/** Says what the last round of work took: "412 cells · 6 requests · 0.4 s". */
export class StatusLine {
  #requestsBefore = 0;

  constructor(private readonly line: HTMLElement, private readonly activity: Activity) {}

  showRound({ cells, ms }: Round): void {
    const { requests } = this.activity.counts;
    const sent = requests - this.#requestsBefore;
    this.#requestsBefore = requests;
    if (cells === 0) return;
    this.line.textContent = `${count(cells, 'cell')} · ${count(sent, 'request')} · ${(ms / 1000).toFixed(1)} s`;
  }
}

const count = (number: number, noun: string): string => `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`;
