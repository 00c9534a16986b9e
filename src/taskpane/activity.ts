import type { Activity } from '../app/activity';
import { element, type Section } from './element';
import { TEXTS } from './texts';

const NOTES_SHOWN = 5;
const REQUESTS_SHOWN = 20;
const COUNTS = ['cells', 'lookups', 'hits', 'requests', 'errors'] as const;
/** Cells that are answered from memory raise the counts without a word, to stay cheap; so the counts are looked at. */
const COUNTS_EVERY_MS = 1000;

/** What the functions have done: counts, notes, the latest requests. Drawn at most once a frame, however many cells run. */
export function activitySection(activity: Activity): Section {
  const counts = element('dl', { class: 'md-counts' });
  const notes = element('div');
  const requests = element('div');
  let frame = 0;
  let drawnCounts = '';

  const drawCounts = (): void => {
    const now = activity.counts;
    if (drawnCounts === JSON.stringify(now)) return;
    drawnCounts = JSON.stringify(now);
    counts.replaceChildren(...COUNTS.map((name) => countItem(TEXTS[name], now[name])));
  };
  const draw = (): void => {
    frame = 0;
    drawCounts();
    notes.replaceChildren(...noteList(activity.notes.slice(0, NOTES_SHOWN)));
    requests.replaceChildren(requestList(activity.requests.slice(0, REQUESTS_SHOWN)));
  };
  const stop = activity.onChange(() => {
    if (frame === 0) frame = requestAnimationFrame(draw);
  });
  const timer = setInterval(drawCounts, COUNTS_EVERY_MS);
  draw();

  return {
    element: element('section', { 'aria-labelledby': 'md-activity' },
      element('h2', { id: 'md-activity' }, TEXTS.activityTitle),
      counts,
      notes,
      element('details', {}, element('summary', {}, TEXTS.requestsTitle), requests),
    ),
    dispose: () => {
      stop();
      clearInterval(timer);
      cancelAnimationFrame(frame);
    },
  };
}

const countItem = (name: string, count: number): HTMLElement =>
  element('div', {}, element('dt', {}, name), element('dd', {}, count.toLocaleString()));

function noteList(notes: Activity['notes']): HTMLElement[] {
  if (notes.length === 0) return [];
  const items = notes.map(({ at, text }) => element('li', {}, text, element('p', { class: 'md-hint' }, clock(at))));
  return [element('h3', {}, TEXTS.notesTitle), element('ul', { class: 'md-list', 'aria-label': TEXTS.notesTitle }, ...items)];
}

function requestList(requests: Activity['requests']): HTMLElement {
  if (requests.length === 0) return element('p', { class: 'md-hint' }, TEXTS.noRequests);
  const items = requests.map(({ at, what, status, ms }) =>
    element('li', {}, what, element('p', { class: 'md-hint' }, TEXTS.outcome(clock(at), String(status), Math.round(ms)))));
  return element('ul', { class: 'md-list', 'aria-label': TEXTS.requestsTitle }, ...items);
}

const clock = (at: number): string => new Date(at).toLocaleTimeString();
