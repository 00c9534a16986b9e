/** The service's models, in display order. Separate from the rules of scores, which only a few cells load. */
export const SCORE_MODELS = ['piotroski', 'altman-z', 'beneish-m'] as const;

/**
 * How the literature reads the scores: Piotroski 2000, Altman 1968, Beneish 1999. Piotroski compares companies of 8 and 9
 * with those of 0 and 1; others draw his lower line at 2.
 */
export const THRESHOLDS = {
  piotroskiLowMost: 1,
  piotroskiHighLeast: 8,
  altmanDistressBelow: 1.81,
  altmanSafeAbove: 2.99,
  beneishAbove: -1.78,
} as const;
