/** The publisher of the add-in, as its manifests and pages name it. What is undefined was not given. */
export interface Publisher {
  /** At most 32 characters, which Microsoft 365 allows. */
  readonly name: string | undefined;
  /** Where users get help: an https address or an e-mail address. */
  readonly support: string | undefined;
  /** The owner of the data, in words; perhaps with an address. */
  readonly dataService: string | undefined;
  /** What else the terms of use say, such as a place of jurisdiction; or the https address of the publisher's own terms. */
  readonly terms: string | undefined;
}

/** The names in src/build/pages for what only the publisher knows. */
const PLACES: Readonly<Record<keyof Publisher, string>> = {
  name: '[Publisher]',
  support: '[Support]',
  dataService: '[Data service]',
  terms: '[Terms]',
};

/** A page, filled in with what is given about its publisher. */
export const filledPage = (markdown: string, publisher: Publisher): string =>
  Object.entries(PLACES).reduce((text, [part, place]) => {
    const value = publisher[part as keyof Publisher];
    return value === undefined ? text : text.replaceAll(place, () => linked(value));
  }, markdown);

/** What is still to be filled in on that page. */
export const placesLeft = (markdown: string): readonly string[] =>
  Object.values(PLACES).filter((place) => markdown.includes(place));

const linked = (value: string): string =>
  /^https:\/\/\S+$|^[^\s@]+@[^\s@]+$/.test(value) ? `<${value}>` : value.replace(/[\\`*_[\]<>|]/g, '\\$&');

export const publishedManifest = (xml: string, { name }: Publisher): string =>
  name === undefined
    ? xml
    : xml.replace(/(?<=<ProviderName>)[^<]*/, () =>
        name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
      );
