import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import { require as load } from 'tsx/cjs/api';
import { marked } from 'marked';
import { Compilation, type Compiler, sources, WebpackError } from 'webpack';
import { messageOf } from '../core/basics';
import { htmlPage } from '../functions/help/help-page';
import { appPackage, jsonOf, PAGES, unifiedManifest } from './unified-manifest';
import type { FunctionsJson } from '../functions/help/functions-json';

type FileTexts = Readonly<Record<string, string>>;

/**
 * Emits both manifests with the add-in's address, the package of the second, the pages that it must name, and what is
 * derived from the catalog of functions: functions.json, help.json, the help pages and the skill for assistants.
 */
export class GeneratedFiles {
  /**
   * @param root the project's folder
   * @param localUrl the placeholder for the address in manifest.xml
   * @param hasAgentSkills whether the package has the skill for assistants
   */
  constructor(
    private readonly root: string,
    private readonly localUrl: string,
    private readonly addinUrl: string,
    private readonly hasAgentSkills: boolean,
  ) {}

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('GeneratedFiles', (compilation) => {
      compilation.hooks.processAssets.tapPromise(
        { name: 'GeneratedFiles', stage: Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL },
        () => this.#emit(compilation),
      );
    });
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
      compilation.errors.push(new WebpackError(`functions.json and help pages: ${reason}`));
    }
  }

  async #files(): Promise<Readonly<Record<string, string | Buffer>>> {
    const manifest = readFileSync(join(this.root, 'manifest.xml'), 'utf8').replaceAll(this.localUrl, this.addinUrl);
    const derived = await this.#loadCatalogFiles()(this.addinUrl);
    const functions = JSON.parse(derived['functions.json']!) as FunctionsJson;
    const unified = unifiedManifest(manifest, functions, this.hasAgentSkills);
    const icon = (name: string): Buffer => readFileSync(join(this.root, 'assets', name));
    return {
      'manifest.xml': manifest,
      'manifest.json': jsonOf(unified),
      'md-for-excel.zip': Buffer.from(appPackage(unified, icon, derived)),
      ...derived,
      ...Object.fromEntries(Object.entries(PAGES).map(([name, path]) => [path, this.#pageOf(name)])),
    };
  }

  #pageOf(name: string): string {
    const text = readFileSync(join(this.root, `src/build/pages/${name}.md`), 'utf8');
    return htmlPage(/^# (.*)$/m.exec(text)?.[1] ?? name, marked.parse(text, { async: false }));
  }

  /** Loads the catalog again each time; otherwise a watching build would keep the catalog of its first run. */
  #loadCatalogFiles(): (addinUrl: string) => Promise<FileTexts> {
    const { cache } = createRequire(__filename);
    for (const name of Object.keys(cache))
      if (name.startsWith(join(this.root, 'src') + sep)) Reflect.deleteProperty(cache, name);
    return (load('./catalog-files.ts', __filename) as typeof import('./catalog-files')).catalogFiles;
  }
}
