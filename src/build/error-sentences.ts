import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import type { FunctionHelp } from '../functions/help/explain';
import { errorRows } from '../functions/help/help-page';

/** An error that cells show. */
export interface ErrorSentence {
  /** As in a cell: #N/A. */
  readonly code: string;
  /** … stands for what differs each time. */
  readonly sentence: string;
  /** Ids of the functions that report it about an argument; empty if no single function is known for it. */
  readonly functions: readonly string[];
}

const GAP = '…';

/**
 * The sentences of all errors in cells. Those about arguments are what the functions answer to a wrong one. The others
 * are read from the source that makes them, so no separate list can lack one.
 * @param source the folder of the rooms
 */
export function errorSentences(source: string, helps: readonly FunctionHelp[]): readonly ErrorSentence[] {
  const ofArguments = sentencesOfArguments(helps);
  const isKnown = (sentence: string): boolean => {
    const pattern = new RegExp(`^${sentence.split(GAP).map(escaped).join('.+')}$`);
    return ofArguments.some((one) => pattern.test(one.sentence));
  };
  const others = new Map(
    sentencesIn(source)
      .filter(({ sentence }) => !isKnown(sentence))
      .map((one) => [one.sentence, { ...one, functions: [] }]),
  );
  return [...ofArguments, ...others.values()].sort((a, b) => a.sentence.localeCompare(b.sentence, 'en'));
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function sentencesOfArguments(helps: readonly FunctionHelp[]): readonly ErrorSentence[] {
  const bySentence = new Map<string, { readonly code: string; readonly sentence: string; functions: string[] }>();
  for (const { declaration } of helps)
    for (const [code, when, said] of errorRows(declaration)) {
      if (!when.startsWith('`')) continue;
      const sentence = said.replace('"?"', GAP);
      const one = bySentence.get(sentence) ?? { code, sentence, functions: [] };
      if (!one.functions.includes(declaration.id)) one.functions.push(declaration.id);
      bySentence.set(sentence, one);
    }
  return [...bySentence.values()];
}

type Made = Omit<ErrorSentence, 'functions'>;

/** The rooms whose errors reach a cell. */
const ROOMS = ['core', 'api', 'app', 'functions', 'office'];

/** What all files declare for others: constants, and what short functions return. */
interface SourceTexts {
  readonly values: ReadonlyMap<string, ts.Expression>;
  /** The classes of errors in cells. */
  readonly errors: ReadonlySet<string>;
}

function sentencesIn(folder: string): Made[] {
  const files = ROOMS.flatMap((room) => filesIn(join(folder, room)));
  const source: SourceTexts = {
    values: new Map(files.flatMap(({ statements }) => statements.flatMap(valuesOf))),
    errors: errorClasses(files),
  };
  return files.flatMap((file) => madeIn(file, source));
}

const filesIn = (folder: string): ts.SourceFile[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.help)\.tsx?$/.test(name))
    .map((name) => join(folder, name))
    .map((path) => ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true));

/** What a statement declares, by name. Of a function it is what it returns, if that is all it does. */
const valuesOf = (statement: ts.Node): [string, ts.Expression][] =>
  !ts.isVariableStatement(statement)
    ? []
    : statement.declarationList.declarations.flatMap(({ name, initializer }): [string, ts.Expression][] => {
        if (!ts.isIdentifier(name) || !initializer) return [];
        if (!ts.isArrowFunction(initializer)) return [[name.text, initializer]];
        return ts.isBlock(initializer.body) ? [] : [[name.text, initializer.body]];
      });

function errorClasses(files: readonly ts.SourceFile[]): ReadonlySet<string> {
  const classes = files.flatMap(({ statements }) => statements.filter(ts.isClassDeclaration));
  const names = new Set(['CellError']);
  for (let count = 0; count < names.size;) {
    count = names.size;
    for (const one of classes) if (names.has(parentOf(one) ?? '')) names.add(one.name?.text ?? '');
  }
  return names;
}

const parentOf = (one: ts.Node | undefined): string | undefined =>
  one && ts.isClassDeclaration(one) ? one.heritageClauses?.[0]?.types[0]?.expression.getText() : undefined;

function madeIn(file: ts.SourceFile, source: SourceTexts): Made[] {
  const made: Made[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) made.push(...madeBy(node, source));
    // A message that a getter makes when it is read.
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'get' && ts.isArrowFunction(node.initializer))
      made.push(...tellingIn('#N/A', textsOf(node.initializer.body, source)));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return made;
}

/** The sentences of a call that makes an error; none for any other call. */
function madeBy(call: ts.CallExpression | ts.NewExpression, source: SourceTexts): Made[] {
  const name = call.expression.getText();
  const args = (call.arguments ?? []).map((one) => textsOf(one, source));
  const [first = [GAP], , allowed = [GAP], instead = [GAP]] = args;
  if (name === 'wrongArgument' || name === 'misnamedArgument') {
    const end = name === 'misnamedArgument' ? `: write "${instead[0]}"` : '';
    return allowed
      .filter((text) => /\p{L}{2}/u.test(text))
      .map((text) => ({ code: '#VALUE!', sentence: tidy(`${first[0]}: ${GAP} is not ${text}${end}`) }));
  }
  const isError =
    name === 'notAvailable' ||
    source.errors.has(name) ||
    (name === 'super' && source.errors.has(parentOf(call.parent.parent.parent.parent) ?? ''));
  if (!isError) return [];
  const code = args.flat().find((text) => /^#[A-Z/]+[!?A]$/.test(text)) ?? '#N/A';
  return args.flatMap((texts) => tellingIn(code, texts));
}

/** A text of fewer words is no sentence: the rest of it is made elsewhere. */
const LEAST_WORDS = 3;

const tellingIn = (code: string, texts: readonly string[]): Made[] =>
  texts
    .filter((text) => (text.match(/\p{L}{2,}/gu) ?? []).length >= LEAST_WORDS && text.includes(' '))
    .map((text) => ({ code, sentence: tidy(text) }));

const tidy = (text: string): string => text.replace(/ \(did you mean .*\)$/, '').replace(/…+/g, GAP);

/** All texts that an expression may be, as far as they are written in the source. */
function textsOf(node: ts.Node, source: SourceTexts, depth = 0): string[] {
  const of = (part: ts.Node): string[] => textsOf(part, source, depth + 1);
  if (depth > 6) return [GAP];
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isParenthesizedExpression(node)) return of(node.expression);
  if (ts.isConditionalExpression(node)) return [...of(node.whenTrue), ...of(node.whenFalse)];
  if (ts.isTemplateExpression(node))
    return node.templateSpans.reduce(
      (texts, { expression, literal }) => combined(texts, of(expression), literal.text),
      [node.head.text],
    );
  if (ts.isBinaryExpression(node)) {
    if (node.operatorToken.kind === ts.SyntaxKind.PlusToken) return combined(of(node.left), of(node.right));
    if (node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) return [...of(node.left), ...of(node.right)];
  }
  if (ts.isElementAccessExpression(node)) {
    const table = valueOf(node.expression, source);
    if (table && ts.isObjectLiteralExpression(table))
      return table.properties.flatMap((one) => (ts.isPropertyAssignment(one) ? of(one.initializer) : []));
  }
  const value = valueOf(ts.isCallExpression(node) ? node.expression : node, source);
  return value ? of(value) : [GAP];
}

/** The value of a name where it is used; undefined if the source does not show it, as for a parameter. */
function valueOf(name: ts.Node, { values }: SourceTexts): ts.Expression | undefined {
  if (!ts.isIdentifier(name)) return undefined;
  for (let scope: ts.Node = name; !ts.isSourceFile(scope.parent); scope = scope.parent) {
    const parameter = parametersOf(scope.parent).find((one) => one.name.getText().includes(name.text));
    if (parameter) return parameter.initializer;
    const local = ts.isBlock(scope.parent) ? namedIn(scope.parent.statements, name.text) : undefined;
    if (local) return local;
  }
  return namedIn(name.getSourceFile().statements, name.text) ?? values.get(name.text);
}

const parametersOf = (scope: ts.Node): readonly ts.ParameterDeclaration[] =>
  ts.isFunctionLike(scope) ? scope.parameters.filter(ts.isParameter) : [];

const namedIn = (statements: readonly ts.Node[], name: string): ts.Expression | undefined =>
  new Map(statements.flatMap(valuesOf)).get(name);

const combined = (starts: readonly string[], ends: readonly string[], rest = ''): string[] =>
  starts.flatMap((start) => ends.map((end) => `${start}${end}${rest}`));
