import type {
  EnumMetadata,
  FunctionMetadata,
  FunctionsJson,
  ParameterMetadata,
} from '../../src/functions/help/functions-json';

const MAX_NAME_LENGTH = 128;
const MAX_DESCRIPTION_LENGTH = 255;
const TYPES = ['any', 'string', 'number', 'boolean'];
const DIMENSIONALITIES = ['scalar', 'matrix'];

/**
 * What Excel would refuse, or not show, of a functions.json: the rules that Microsoft publishes, one sentence for each
 * breach.
 */
export function functionsJsonProblems({ functions, enums, ...rest }: FunctionsJson): string[] {
  return [
    ...((rest.allowCustomDataForDataTypeAny as boolean | undefined)
      ? []
      : ['allowCustomDataForDataTypeAny is not true: cells would lose their number formats']),
    ...('allowErrorForDataTypeAny' in rest ? ['allowErrorForDataTypeAny is there: it crashes Excel LTSC 2021'] : []),
    ...repeated(functions.map(({ id }) => id)).map((id) => `id ${id} is there twice`),
    ...repeated(functions.map(({ name }) => name.toUpperCase())).map((name) => `name ${name} is there twice`),
    ...repeated(enums.map(({ id }) => id.toUpperCase())).map((id) => `enum ${id} is there twice`),
    ...functions.flatMap(functionProblems),
    ...functions.flatMap(({ id, parameters }) =>
      parameters.flatMap((parameter) => enumReferenceProblems(id, parameter, enums)),
    ),
    ...enums.flatMap(enumProblems),
  ];
}

function functionProblems({ id, name, description, helpUrl, parameters, result, options }: FunctionMetadata): string[] {
  const flags = options as {
    readonly cancelable?: boolean;
    readonly stream?: boolean;
    readonly volatile?: boolean;
    readonly requiresAddress?: boolean;
  };
  return [
    ...(/^[A-Z][A-Z0-9.]{2,}$/i.test(id)
      ? []
      : [`id ${id} is not three or more letters, digits and periods, a letter first`]),
    ...[id, name]
      .filter((text) => text.length > MAX_NAME_LENGTH)
      .map(() => `${id} is longer than ${MAX_NAME_LENGTH} characters`),
    ...(/^\p{L}[\p{L}\d._]{2,}$/u.test(name)
      ? []
      : [`name ${name} is not three or more letters, digits, periods and underscores, a letter first`]),
    ...(isCellReference(name) ? [`name ${name} is also a cell`] : []),
    ...descriptionProblems(id, description),
    ...(helpUrl.startsWith('https://') ? [] : [`${id}: helpUrl is not https`]),
    ...(TYPES.includes(result.type) && DIMENSIONALITIES.includes(result.dimensionality)
      ? []
      : [`${id}: result is of no known type`]),
    ...(flags.stream && (flags.cancelable ?? flags.volatile)
      ? [`${id}: a streaming function cannot be cancelable or volatile`]
      : []),
    ...(flags.stream && flags.requiresAddress ? [`${id}: a streaming function is not told its address that way`] : []),
    ...repeated(parameters.map((parameter) => parameter.name)).map(
      (twice) => `${id}: parameter ${twice} is there twice`,
    ),
    ...orderProblems(id, parameters),
    ...parameters.flatMap((parameter) => parameterProblems(id, parameter)),
  ];
}

function parameterProblems(id: string, { name, description, type, dimensionality }: ParameterMetadata): string[] {
  return [
    ...(/^[a-z][a-z0-9_]*$/i.test(name) ? [] : [`${id}: parameter name ${name} is not letters and digits`]),
    ...descriptionProblems(`${id}, ${name}`, description),
    ...(TYPES.includes(type) && DIMENSIONALITIES.includes(dimensionality)
      ? []
      : [`${id}: ${name} is of no known type`]),
  ];
}

function orderProblems(id: string, parameters: readonly ParameterMetadata[]): string[] {
  const firstOptional = parameters.findIndex(({ optional }) => optional);
  return parameters
    .filter(({ optional }, index) => firstOptional >= 0 && index > firstOptional && !optional)
    .map(({ name }) => `${id}: ${name} is required but stands after an optional parameter`);
}

function descriptionProblems(of: string, description: string): string[] {
  return [
    ...(/[\p{L}\d]/u.test(description) ? [] : [`${of}: the description says nothing`]),
    ...(description.length > MAX_DESCRIPTION_LENGTH
      ? [`${of}: the description has more than ${MAX_DESCRIPTION_LENGTH} characters`]
      : []),
  ];
}

function enumReferenceProblems(
  id: string,
  { name, customEnumId, type }: ParameterMetadata,
  enums: readonly EnumMetadata[],
): string[] {
  if (customEnumId === undefined) return [];
  const found = enums.find((each) => each.id.toUpperCase() === customEnumId.toUpperCase());
  if (found === undefined) return [`${id}: ${name} names the enum ${customEnumId}, which is not there`];
  return found.type === type ? [] : [`${id}: ${name} is of type ${type}, its enum of type ${found.type}`];
}

function enumProblems({ id, values }: EnumMetadata): string[] {
  return [
    ...(values.length === 0 ? [`enum ${id} is empty`] : []),
    ...repeated(values.map(({ stringValue }) => stringValue)).map((value) => `enum ${id} has ${value} twice`),
    ...values
      .filter(({ name, stringValue }) => name === '' || stringValue === '')
      .map(() => `enum ${id} has a value without a name`),
  ];
}

/** A1 to XFD1048576, or R1C1 to R1048576C16384. */
const isCellReference = (name: string): boolean => /^([A-Z]{1,3}[1-9]\d{0,6}|R\d*C\d*)$/i.test(name);

const repeated = (texts: readonly string[]): string[] => [
  ...new Set(texts.filter((text, index) => texts.indexOf(text) !== index)),
];
