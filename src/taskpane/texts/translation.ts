import type en from './en.json';

/**
 * A text that depends on the number {count}: a form for each plural category of its language that differs from `other`.
 */
export type Plural = Readonly<Partial<Record<Exclude<Intl.LDMLPluralRule, 'other'>, string>>> & {
  readonly other: string;
};

export type Text = string | Plural;

/** A section of the English texts in another language: the same keys, and the same {placeholders} in each text. */
type Translated<Section> = { readonly [Key in keyof Section]: Section[Key] extends string ? string : Plural };

/** All texts of the pane in one language, by section. */
export type Texts = { readonly [Section in keyof typeof en]: Translated<(typeof en)[Section]> };
