import { useTexts } from './texts/use-texts';

/** Stands where a tab's content is not made yet. */
export const ComingSoon = () => <p class="md-hint">{useTexts('shell').comingSoon}</p>;
