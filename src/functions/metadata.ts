import type { AnyDeclaration, Choices, Parameter } from './define';
import { isStreaming } from './define';

/** What functions.json holds: Excel reads it to know the functions before any script has run. */
export interface FunctionsJson {
  readonly allowCustomDataForDataTypeAny: true;
  readonly functions: readonly FunctionMetadata[];
  readonly enums: readonly EnumMetadata[];
}

export interface FunctionMetadata {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly helpUrl: string;
  readonly parameters: readonly ParameterMetadata[];
  readonly result: { readonly type: 'any'; readonly dimensionality: 'scalar' | 'matrix' };
  /** Excel cancels a streaming function too; it must not be told so. */
  readonly options: { readonly cancelable: true; readonly requiresAddress: true } | { readonly stream: true };
}

export interface ParameterMetadata {
  readonly name: string;
  readonly description: string;
  readonly type: 'any' | 'string';
  readonly dimensionality: 'scalar' | 'matrix';
  readonly optional?: true;
  readonly customEnumId?: string;
}

export interface EnumMetadata {
  readonly id: string;
  readonly type: 'string';
  readonly values: readonly { readonly name: string; readonly stringValue: string; readonly tooltip: string }[];
}

/** Parameters whose words drop down in the formula bar. Longer or open lists would only get in the way of typing. */
const WITH_DROP_DOWN = new Set(['area', 'zone', 'interval']);

/** As much as Excel's function dialogs show of a description. */
const LONGEST_DESCRIPTION = 255;

/**
 * The metadata of every function of the catalog, for an add-in served at `addinUrl` (no slash at the end).
 * Errors are not accepted as arguments of type any: that flag crashes Excel LTSC 2021.
 */
export function functionsJson(catalog: readonly AnyDeclaration[], addinUrl: string): FunctionsJson {
  return {
    allowCustomDataForDataTypeAny: true,
    functions: catalog.map((declaration) => describe(declaration, addinUrl)),
    enums: enumsOf(catalog),
  };
}

/** Where a function's help page is, relative to the add-in's address. */
export const helpPath = (id: string): string => `help/${id.toLowerCase()}.html`;

function describe(declaration: AnyDeclaration, addinUrl: string): FunctionMetadata {
  const { id, summary, examples, parameters, result } = declaration;
  return {
    id,
    name: id,
    description: summary.includes('=MD.') ? summary : withRemark(summary, `Example: ${examples[0].formula}`),
    helpUrl: `${addinUrl}/${helpPath(id)}`,
    parameters: Object.entries(parameters).map(([name, parameter]) => describeParameter(name, parameter)),
    result: { type: 'any', dimensionality: result },
    options: isStreaming(declaration) ? { stream: true } : { cancelable: true, requiresAddress: true },
  };
}

function describeParameter(name: string, parameter: Parameter): ParameterMetadata {
  const choices = dropDown(name, parameter);
  return {
    name,
    description: choices === undefined ? withWords(parameter) : parameter.help,
    type: parameter.excelType,
    dimensionality: parameter.dimensionality,
    ...(parameter.isOptional && { optional: true as const }),
    ...(choices !== undefined && { customEnumId: choices.id }),
  };
}

const dropDown = (name: string, { choices }: Parameter): Choices | undefined => (WITH_DROP_DOWN.has(name) ? choices : undefined);

/** The help, with the allowed words where it does not name them itself. */
function withWords({ help, choices }: Parameter): string {
  const words = choices?.values.map(({ value }) => value) ?? [];
  return words.every((word) => help.includes(word)) ? help : withRemark(help, `Known: ${words.join(', ')}.`);
}

/** A sentence and what follows it, or the sentence alone where both are more than Excel shows. */
function withRemark(sentence: string, remark: string): string {
  const both = `${/[.!?]$/.test(sentence) ? sentence : `${sentence}.`} ${remark}`;
  return both.length <= LONGEST_DESCRIPTION ? both : sentence;
}

function enumsOf(catalog: readonly AnyDeclaration[]): EnumMetadata[] {
  const enums = new Map<string, EnumMetadata>();
  for (const { parameters } of catalog) {
    for (const [name, parameter] of Object.entries(parameters)) {
      const choices = dropDown(name, parameter);
      if (choices !== undefined) enums.set(choices.id, describeEnum(choices));
    }
  }
  return [...enums.values()];
}

const describeEnum = ({ id, values }: Choices): EnumMetadata => ({
  id,
  type: 'string',
  values: values.map(({ value, help }) => ({ name: value, stringValue: value, tooltip: help })),
});
