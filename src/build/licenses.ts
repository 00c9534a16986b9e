import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Compilation, type Compiler, sources } from 'webpack';

/**
 * Emits LICENSES.txt: the notices of every package that the scripts contain. A package without a notice fails the
 * build.
 */
export class Licenses {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('Licenses', (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: 'Licenses', stage: Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL },
        () => {
          const notices = [...packageFolders(compilation)].sort().map(noticeOf);
          const text = `The scripts of this add-in hold parts of these packages.\n\n${notices.join(`\n${'-'.repeat(80)}\n\n`)}`;
          compilation.emitAsset('LICENSES.txt', new sources.RawSource(text));
        },
      );
    });
  }
}

/** The folders of the packages that the build's modules come from. */
function packageFolders({ modules }: Compilation): ReadonlySet<string> {
  const names = [...modules].map((module) => module.nameForCondition()?.replaceAll('\\', '/') ?? '');
  return new Set(names.flatMap((name) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(name) ?? []));
}

function noticeOf(folder: string): string {
  const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<
    'name' | 'version' | 'license',
    string
  >;
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  if (file === undefined)
    throw new Error(`${about.name} has no licence file: leave the package out, or ask its author`);
  return `${about.name} ${about.version} (${about.license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}
