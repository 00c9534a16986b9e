/** The models of the service, in the order in which they are shown. Apart from the rules of scores, which few cells wait for. */
export const MODELS = ['piotroski', 'altman-z', 'beneish-m'] as const;
