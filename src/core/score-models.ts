/** The service's models, in display order. Separate from the rules of scores, which only a few cells load. */
export const SCORE_MODELS = ['piotroski', 'altman-z', 'beneish-m'] as const;

/** How the literature reads Altman's Z and Beneish's M: Altman 1968, Beneish 1999. */
export const THRESHOLDS = { altmanDistressBelow: 1.81, altmanSafeAbove: 2.99, beneishAbove: -1.78 } as const;
