import { type DropDown, isStreaming } from '../define';
import type { FunctionHelp } from './explain';
import { helpPath } from './help-json';

/** Contents of functions.json. Excel reads it to know the functions before any script runs. */
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
  /** Excel always cancels streaming functions; their options must not say so. */
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

/** Excel's function dialogs cut longer descriptions. */
const MAX_DESCRIPTION_LENGTH = 255;

/**
 * The metadata of all functions, for an add-in served at `addinUrl` (no slash at the end). Errors are not accepted as
 * arguments of type any, because that flag crashes Excel LTSC 2021.
 */
export function functionsJson(helps: readonly FunctionHelp[], addinUrl: string): FunctionsJson {
  return {
    allowCustomDataForDataTypeAny: true,
    functions: helps.map((help) => describe(help, addinUrl)),
    enums: enumsOf(helps),
  };
}

function describe({ declaration, ...help }: FunctionHelp, addinUrl: string): FunctionMetadata {
  const { id, parameters, result } = declaration;
  return {
    id,
    name: id,
    description: description(help),
    helpUrl: `${addinUrl}/${helpPath(id)}`,
    parameters: Object.entries(parameters).map(([name, parameter]) => ({
      name,
      description: help.parameters[name]!.text,
      type: parameter.excelType,
      dimensionality: parameter.dimensionality,
      ...(parameter.isOptional && { optional: true as const }),
      ...(parameter.dropDown && { customEnumId: parameter.dropDown.id }),
    })),
    result: { type: 'any', dimensionality: result },
    options: isStreaming(declaration) ? { stream: true } : { cancelable: true, requiresAddress: true },
  };
}

/** The summary and the first example. If both do not fit, the example's end is dropped first. */
function description({ summary, examples: [{ formula, gives }] }: Pick<FunctionHelp, 'summary' | 'examples'>): string {
  const candidates = [`${summary} Example: ${formula} gives ${gives}.`, `${summary} Example: ${formula}`];
  return candidates.find(({ length }) => length <= MAX_DESCRIPTION_LENGTH) ?? summary;
}

/** The drop-downs of all parameters, each once. */
function enumsOf(helps: readonly FunctionHelp[]): EnumMetadata[] {
  const enums = new Map<string, EnumMetadata>();
  for (const { declaration, parameters: texts } of helps) {
    for (const [name, { dropDown }] of Object.entries(declaration.parameters))
      if (dropDown !== undefined && !enums.has(dropDown.id))
        enums.set(dropDown.id, describeEnum(dropDown, texts[name]!.words ?? {}));
  }
  return [...enums.values()];
}

const describeEnum = ({ id, words }: DropDown, tooltips: Readonly<Record<string, string>>): EnumMetadata => ({
  id,
  type: 'string',
  values: words.map((word) => ({ name: word, stringValue: word, tooltip: tooltips[word] ?? '' })),
});
