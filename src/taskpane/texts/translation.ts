import type en from './en.json';

/** A text that depends on the number {count}; `one` where the language tells one from many. */
export interface Plural {
  readonly one?: string;
  readonly other: string;
}

export type Text = string | Plural;

/** A section of English texts as another language gives it: the same keys, and in each text the same {placeholders}. */
export type Translated<Section> = { readonly [Key in keyof Section]: Section[Key] extends string ? string : Plural };

/** Every word of the pane in one language, by section. */
export type Texts = { readonly [Section in keyof typeof en]: Translated<(typeof en)[Section]> };
