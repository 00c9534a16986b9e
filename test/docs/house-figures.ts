import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** A file of src/ as the figures need it. */
export interface SourceFile {
  /** Within src/, with slashes. */
  readonly path: string;
  readonly lines: number;
  /** How many statements import, or export from another file. */
  readonly importCount: number;
  /** The names that it exports. */
  readonly exports: readonly string[];
  /** Names that it imports, as "api/client.ts ApiClient"; "*" imports them all. */
  readonly imports: readonly string[];
  /** The methods of its classes that others may call. */
  readonly methods: readonly string[];
}

/** Every file of TypeScript under a folder, in order. */
export function readSources(folder: string): readonly SourceFile[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.tsx?$/.test(path))
    .sort();
  const known = new Set(paths);
  return paths.map((path) => readSource(path, readFileSync(join(folder, path), 'utf8'), known));
}

function readSource(path: string, text: string, known: ReadonlySet<string>): SourceFile {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const exports = new Set<string>();
  const imports = new Set<string>();
  let importCount = 0;
  for (const statement of file.statements) {
    if (isFromElsewhere(statement)) {
      importCount++;
      const from = resolveIn(known, path, statement.moduleSpecifier);
      if (from) for (const name of importedNames(statement)) imports.add(`${from} ${name}`);
    }
    for (const name of exportedNames(statement)) exports.add(name);
  }
  for (const from of lateImports(file)) {
    const found = resolveIn(known, path, from);
    if (found) imports.add(`${found} *`);
  }
  return {
    path,
    lines: text.split('\n').length - 1,
    importCount,
    exports: [...exports],
    imports: [...imports],
    methods: methodsIn(file),
  };
}

type FromElsewhere = (ts.ImportDeclaration | ts.ExportDeclaration) & { readonly moduleSpecifier: ts.Expression };

const isFromElsewhere = (statement: ts.Statement): statement is FromElsewhere =>
  (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) && statement.moduleSpecifier !== undefined;

function resolveIn(known: ReadonlySet<string>, path: string, specifier: ts.Expression): string | undefined {
  if (!ts.isStringLiteral(specifier) || !specifier.text.startsWith('.')) return undefined;
  const target = join(dirname(path), specifier.text).replaceAll('\\', '/');
  return [target, `${target}.ts`, `${target}.tsx`].find((one) => known.has(one));
}

function importedNames(statement: FromElsewhere): readonly string[] {
  if (ts.isImportDeclaration(statement)) {
    const bindings = statement.importClause?.namedBindings;
    if (bindings === undefined) return [];
    return ts.isNamedImports(bindings) ? bindings.elements.map((one) => (one.propertyName ?? one.name).text) : ['*'];
  }
  const { exportClause } = statement;
  return exportClause && ts.isNamedExports(exportClause)
    ? exportClause.elements.map((one) => (one.propertyName ?? one.name).text)
    : ['*'];
}

function exportedNames(statement: ts.Statement): readonly string[] {
  if (ts.isExportDeclaration(statement))
    return statement.exportClause && ts.isNamedExports(statement.exportClause)
      ? statement.exportClause.elements.map(({ name }) => name.text)
      : [];
  const isExported =
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  if (!isExported) return [];
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
  return 'name' in statement ? [(statement.name as ts.Identifier).text] : [];
}

function lateImports(file: ts.SourceFile): readonly ts.Expression[] {
  const found: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      found.push(node.arguments[0]!);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function methodsIn(file: ts.SourceFile): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isMethodDeclaration(node) && ts.isClassLike(node.parent) && ts.isIdentifier(node.name))
      found.push(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** What the house measures, of all its files. */
export interface HouseFigures {
  readonly files: number;
  readonly lines: number;
  readonly importCount: number;
  /** In files of more than 250 lines. */
  readonly deepLines: number;
  readonly exports: number;
  readonly exportsWithOneImporter: number;
  readonly methods: number;
  readonly oneWordMethods: number;
}

const DEEP = 250;

export function houseFigures(sources: readonly SourceFile[]): HouseFigures {
  const sum = (files: readonly SourceFile[], of: (file: SourceFile) => number): number =>
    files.reduce((total, file) => total + of(file), 0);
  const importers = new Map<string, Set<string>>();
  for (const { path, imports } of sources)
    for (const name of imports) importers.set(name, (importers.get(name) ?? new Set()).add(path));
  const importersOf = (path: string, name: string): number =>
    new Set([...(importers.get(`${path} ${name}`) ?? []), ...(importers.get(`${path} *`) ?? [])]).size;
  return {
    files: sources.length,
    lines: sum(sources, ({ lines }) => lines),
    importCount: sum(sources, ({ importCount }) => importCount),
    deepLines: sum(
      sources.filter(({ lines }) => lines > DEEP),
      ({ lines }) => lines,
    ),
    exports: sum(sources, ({ exports }) => exports.length),
    methods: sum(sources, ({ methods }) => methods.length),
    oneWordMethods: sum(sources, ({ methods }) => methods.filter((name) => /^[a-z\d]+$/.test(name)).length),
    exportsWithOneImporter: sum(
      sources,
      ({ path, exports }) => exports.filter((name) => importersOf(path, name) === 1).length,
    ),
  };
}
