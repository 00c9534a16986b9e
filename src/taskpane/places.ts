import { createContext, type RefObject } from 'preact';
import { useContext, useEffect } from 'preact/hooks';
import type { Language } from './texts/language';

/** The sections that people are led to, and their tabs. */
export const PLACES = {
  connection: 'settings',
  quotes: 'settings',
  values: 'settings',
  requests: 'settings',
  profile: 'settings',
  language: 'settings',
  selected: 'cells',
  refresh: 'cells',
  waiting: 'cells',
  freeze: 'cells',
  snapshots: 'cells',
  trace: 'cells',
  alerts: 'cells',
  translate: 'cells',
  list: 'cells',
  usage: 'activity',
  models: 'models',
} as const;

export type PaneSection = keyof typeof PLACES;

interface Places {
  /** Another object for every time, even to the same place. */
  readonly wanted: { readonly place: PaneSection } | undefined;
  readonly go: (place: PaneSection) => void;
}

export const PlacesContext = createContext<Places>({ wanted: undefined, go: () => undefined });

/** Unfolds and shows the section, and moves the focus into it, when it is wanted, even if it is loaded after that. */
export function usePlace(place: PaneSection | undefined, section: RefObject<HTMLElement>): void {
  const { wanted } = useContext(PlacesContext);
  useEffect(() => {
    const element = section.current;
    if (!element || place === undefined || wanted?.place !== place) return;
    if (element instanceof HTMLDetailsElement) element.open = true;
    element.querySelector<HTMLElement>('summary, input, select, button')?.focus();
    element.scrollIntoView();
  }, [wanted]);
}

/** The title of a section: the first of the phrases by which it is found. */
export const placeTitle = (place: PaneSection, { texts }: Language): string => texts.places[place].split(',')[0]!;

/** What the sentences of errors ask for, and where it is done; of two that fit, the first. */
const ASKED: readonly (readonly [RegExp, PaneSection])[] = [
  [/allow it in the MD pane/, 'waiting'],
  [/raise it in the MD pane|allow more requests in the MD pane/, 'requests'],
  [/names of parameters in the MD pane|"Learn from the service" in the MD pane/, 'profile'],
  [/refresh in the MD pane/, 'refresh'],
  [/(?:API key|API key belongs|service address|Sign in,) in the MD pane/, 'connection'],
];

/** The place in the pane that an error's sentence sends to; undefined if it asks for nothing there. */
export const placeAskedFor = (reason: string): PaneSection | undefined =>
  ASKED.find(([asks]) => asks.test(reason))?.[1];
