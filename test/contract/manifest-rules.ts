import { DOMParser, type Element } from '@xmldom/xmldom';

const MAX_RESID_LENGTH = 32;
const MAX_SHORT_STRING_LENGTH = 125;
const MAX_LONG_STRING_LENGTH = 250;

/** The bytes of the file at an address in the manifest, or undefined if there is none. */
type FileOf = (address: string) => Buffer | undefined;

/** What Excel or the store would refuse although the schema allows it, one sentence each. */
export function manifestProblems(xml: string, fileOf: FileOf): string[] {
  const elements = [...new DOMParser().parseFromString(xml, 'text/xml').getElementsByTagName('*')];
  return [
    ...addressProblems(elements),
    ...resourceProblems(elements),
    ...idProblems(elements),
    ...textProblems(elements),
    ...iconProblems(elements, fileOf),
    ...requiredProblems(elements),
    ...runtimeProblems(elements),
  ];
}

const named = (elements: readonly Element[], name: string): Element[] =>
  elements.filter(({ localName }) => localName === name);
const resourcesOf = (elements: readonly Element[]): Element[] =>
  elements.filter(({ parentNode }) =>
    ['Images', 'Urls', 'ShortStrings', 'LongStrings'].includes(parentNode?.localName ?? ''),
  );
const valueOf = (element: Element | undefined): string => element?.getAttribute('DefaultValue') ?? '';

function addressProblems(elements: readonly Element[]): string[] {
  return elements
    .map(valueOf)
    .filter((value) => /^http:/i.test(value))
    .map((value) => `${value} is not https`);
}

function resourceProblems(elements: readonly Element[]): string[] {
  const ids = resourcesOf(elements).map((resource) => resource.getAttribute('id') ?? '');
  const resids = elements.flatMap((element) => element.getAttribute('resid') ?? []);
  return [
    ...resids.filter((resid) => !ids.includes(resid)).map((resid) => `resid ${resid} leads to no resource`),
    ...repeated(ids).map((id) => `resource ${id} is there twice`),
    ...ids.filter((id) => !resids.includes(id)).map((id) => `resource ${id} is used nowhere`),
    ...ids
      .filter((id) => id.length > MAX_RESID_LENGTH)
      .map((id) => `resource ${id} has a name of more than ${MAX_RESID_LENGTH} characters`),
  ];
}

function idProblems(elements: readonly Element[]): string[] {
  const ids = elements
    .filter(({ localName }) => ['Group', 'Control', 'Item'].includes(localName ?? ''))
    .map((element) => element.getAttribute('id') ?? '');
  return repeated(ids).map((id) => `ribbon id ${id} is there twice`);
}

function textProblems(elements: readonly Element[]): string[] {
  return resourcesOf(elements).flatMap((resource) => {
    const limit =
      { ShortStrings: MAX_SHORT_STRING_LENGTH, LongStrings: MAX_LONG_STRING_LENGTH }[
        resource.parentNode?.localName ?? ''
      ] ?? Infinity;
    return valueOf(resource).length > limit
      ? [`text ${resource.getAttribute('id') ?? ''} has more than ${limit} characters`]
      : [];
  });
}

function iconProblems(elements: readonly Element[], fileOf: FileOf): string[] {
  const addresses = new Map(
    named(elements, 'Image')
      .filter((image) => image.hasAttribute('DefaultValue'))
      .map((image) => [image.getAttribute('id'), valueOf(image)]),
  );
  const icons = [
    ...named(elements, 'IconUrl').map((icon) => ({ address: valueOf(icon), size: 32 })),
    ...named(elements, 'HighResolutionIconUrl').map((icon) => ({ address: valueOf(icon), size: 64 })),
    ...named(elements, 'Image')
      .filter((image) => image.hasAttribute('resid'))
      .map((image) => ({
        address: addresses.get(image.getAttribute('resid')) ?? '',
        size: Number(image.getAttribute('size')),
      })),
  ];
  return icons.flatMap(({ address, size }) => {
    if (address === '') return [];
    const file = fileOf(address);
    if (file === undefined) return [`icon ${address} is not there`];
    const { width, height } = pngSize(file);
    return width === size && height === size ? [] : [`icon ${address} is ${width} × ${height}, not ${size} × ${size}`];
  });
}

/** From the header chunk, which the PNG format puts first. */
const pngSize = (file: Buffer): { width: number; height: number } =>
  file.subarray(1, 4).toString('latin1') === 'PNG'
    ? { width: file.readUInt32BE(16), height: file.readUInt32BE(20) }
    : { width: 0, height: 0 };

function requiredProblems(elements: readonly Element[]): string[] {
  const sets = named(elements, 'Set').map(
    (set) => `${set.getAttribute('Name') ?? ''} ${set.getAttribute('MinVersion') ?? ''}`,
  );
  return [
    ...['IconUrl', 'HighResolutionIconUrl', 'SupportUrl', 'Namespace', 'Metadata', 'GetStarted']
      .filter((name) => named(elements, name).length === 0)
      .map((name) => `${name} is missing`),
    ...['SharedRuntime 1.1', 'CustomFunctionsRuntime 1.1']
      .filter((set) => !sets.includes(set))
      .map((set) => `requirement set ${set} is missing`),
  ];
}

/** One page for everything: two pages would be two runtimes, and a pane that knows nothing of the functions. */
function runtimeProblems(elements: readonly Element[]): string[] {
  const [runtime] = named(elements, 'Runtime');
  if (runtime === undefined) return ['Runtime is missing'];
  const page = runtime.getAttribute('resid');
  const pages = [
    ...named(elements, 'SourceLocation').filter(({ parentNode }) =>
      ['Page', 'Action'].includes(parentNode?.localName ?? ''),
    ),
    ...named(elements, 'FunctionFile'),
  ];
  return [
    ...(runtime.getAttribute('lifetime') === 'long'
      ? []
      : ['Runtime has no lifetime="long": the functions would stop with the pane']),
    ...pages
      .filter((each) => each.getAttribute('resid') !== page)
      .map(
        (each) =>
          `${each.parentNode?.localName ?? ''} opens ${each.getAttribute('resid') ?? ''}, which is not the runtime's page`,
      ),
  ];
}

const repeated = (texts: readonly string[]): string[] => [
  ...new Set(texts.filter((text, index) => texts.indexOf(text) !== index)),
];
