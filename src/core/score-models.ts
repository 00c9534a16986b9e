/** The service's models, in display order. Separate from the rules of scores, which only a few cells load. */
export const MODELS = ['piotroski', 'altman-z', 'beneish-m'] as const;
