import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import { require as load } from 'tsx/cjs/api';
import { Compilation, type Compiler, sources, WebpackError } from 'webpack';
import { messageOf } from '../core/basics';

type FileTexts = Readonly<Record<string, string>>;

/**
 * Emits manifest.xml with the add-in's address, and what is derived from the catalog of functions: functions.json,
 * help.json and the help pages.
 */
export class GeneratedFiles {
  /**
   * @param root the project's folder
   * @param localUrl the placeholder for the address in manifest.xml
   */
  constructor(
    private readonly root: string,
    private readonly localUrl: string,
    private readonly addinUrl: string,
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
    compilation.contextDependencies.add(join(this.root, 'src/functions'));
    try {
      for (const [name, text] of Object.entries(await this.#files()))
        compilation.emitAsset(name, new sources.RawSource(text));
    } catch (error) {
      // If thrown, it would end a watching build at the first half-written file.
      const reason = messageOf(error);
      compilation.errors.push(new WebpackError(`functions.json and help pages: ${reason}`));
    }
  }

  async #files(): Promise<FileTexts> {
    const manifest = readFileSync(join(this.root, 'manifest.xml'), 'utf8');
    return {
      'manifest.xml': manifest.replaceAll(this.localUrl, this.addinUrl),
      ...(await this.#loadCatalogFiles()(this.addinUrl)),
    };
  }

  /** Loads the catalog again each time; otherwise a watching build would keep the catalog of its first run. */
  #loadCatalogFiles(): (addinUrl: string) => Promise<FileTexts> {
    const { cache } = createRequire(__filename);
    for (const name of Object.keys(cache))
      if (name.startsWith(join(this.root, 'src') + sep)) Reflect.deleteProperty(cache, name);
    return (load('./catalog-files.ts', __filename) as typeof import('./catalog-files')).catalogFiles;
  }
}
