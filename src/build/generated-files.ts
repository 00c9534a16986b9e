import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import { require as load } from 'tsx/cjs/api';
import { marked } from 'marked';
import { Compilation, type Compiler, sources } from 'webpack';
import { messageOf } from '../core/basics';
import { FIRST_DAY_PATH, htmlPage } from '../functions/help/help-page';
import type { BuildOptions } from './options';
import { filledPage, placesLeft, publishedManifest } from './publisher';
import { appPackage, jsonOf, PAGES, unifiedManifest } from './unified-manifest';
import type { FunctionsJson } from '../functions/help/functions-json';

/** Makes the error by webpack's own class, which cannot be loaded here a second time. */
const report = ({ errors, compiler }: Compilation, message: string): unknown =>
  errors.push(new compiler.webpack.WebpackError(message));

type FileTexts = Readonly<Record<string, string>>;

/**
 * Emits both manifests with the add-in's address, the package of the second, the pages that it must name, and what is
 * derived from the catalog of functions: functions.json, help.json, the help pages and the skill for assistants.
 */
export class GeneratedFiles {
  /**
   * @param root the project's folder
   * @param localUrl the placeholder for the address in manifest.xml
   */
  constructor(
    private readonly root: string,
    private readonly localUrl: string,
    private readonly options: BuildOptions,
  ) {}

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('GeneratedFiles', (compilation) =>
      compilation.hooks.processAssets.tapPromise(
        { name: 'GeneratedFiles', stage: Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL },
        () => this.#emit(compilation),
      ),
    );
    compiler.hooks.afterEmit.tap('GeneratedFiles', (compilation) => this.#checkPages(compilation));
  }

  /** Pages with places to fill must not be published. The files are still written, so that one can read them. */
  #checkPages(compilation: Compilation): void {
    const { addinUrl, isDraft } = this.options;
    if (isDraft || addinUrl === this.localUrl) return;
    const open = this.#publishersPages().flatMap(({ path, text }) =>
      placesLeft(text).map((place) => `${place} in ${path}`),
    );
    if (open.length === 0) return;
    const message =
      `These places are still to be filled: ${open.join(', ')}.\n` +
      'Set ADDIN_PUBLISHER, ADDIN_SUPPORT, ADDIN_DATA_SERVICE and ADDIN_TERMS, or ADDIN_DRAFT=on if nobody else gets these files.';
    // What a gateway serves is for a firm's own people, and gets its address later.
    if (addinUrl.endsWith('.invalid')) console.error(message);
    else report(compilation, message);
  }

  async #emit(compilation: Compilation): Promise<void> {
    compilation.fileDependencies.add(join(this.root, 'manifest.xml'));
    for (const folder of ['src/functions', 'src/build/pages'])
      compilation.contextDependencies.add(join(this.root, folder));
    try {
      for (const [name, text] of Object.entries(await this.#files()))
        compilation.emitAsset(name, new sources.RawSource(text));
    } catch (error) {
      // If thrown, it would end a watching build at the first half-written file.
      const reason = messageOf(error);
      report(compilation, `functions.json and help pages: ${reason}`);
    }
  }

  async #files(): Promise<Readonly<Record<string, string | Buffer>>> {
    const { addinUrl, hasAgentSkills, publisher } = this.options;
    const manifest = publishedManifest(this.#read('manifest.xml').replaceAll(this.localUrl, addinUrl), publisher);
    const derived = await this.#loadCatalogFiles()(addinUrl);
    const functions = JSON.parse(derived['functions.json']!) as FunctionsJson;
    const unified = unifiedManifest(manifest, functions, hasAgentSkills);
    const icon = (name: string): Buffer => readFileSync(join(this.root, 'assets', name));
    return {
      'manifest.xml': manifest,
      'manifest.json': jsonOf(unified),
      'md-for-excel.zip': Buffer.from(appPackage(unified, icon, derived)),
      ...derived,
      ...Object.fromEntries(this.#publishersPages().map(({ path, text }) => [path, pageOf(text)])),
      ...this.#firstDay(),
    };
  }

  #publishersPages(): readonly { readonly path: string; readonly text: string }[] {
    return Object.entries(PAGES).map(([name, path]) => ({
      path,
      text: filledPage(this.#read(`src/build/pages/${name}.md`), this.options.publisher),
    }));
  }

  /** The page "Your first day" with its pictures. */
  #firstDay(): Readonly<Record<string, string | Buffer>> {
    const text = this.#read('docs/first-day.md');
    const pictures = [...text.matchAll(/\]\((pictures\/[\w-]+\.png)\)/g)].map(([, path]) => path!);
    return {
      [FIRST_DAY_PATH]: pageOf(text),
      ...Object.fromEntries(pictures.map((path) => [`help/${path}`, readFileSync(join(this.root, 'docs', path))])),
    };
  }

  #read(path: string): string {
    return readFileSync(join(this.root, path), 'utf8');
  }

  /** Loads the catalog again each time; otherwise a watching build would keep the catalog of its first run. */
  #loadCatalogFiles(): (addinUrl: string) => Promise<FileTexts> {
    const { cache } = createRequire(__filename);
    for (const name of Object.keys(cache))
      if (name.startsWith(join(this.root, 'src') + sep)) Reflect.deleteProperty(cache, name);
    return (load('./catalog-files.ts', __filename) as typeof import('./catalog-files')).catalogFiles;
  }
}

const pageOf = (text: string): string =>
  htmlPage(/^# (.*)$/m.exec(text)?.[1] ?? '', marked.parse(text, { async: false }));
