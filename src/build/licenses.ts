import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Compilation, type Compiler, sources } from 'webpack';

/**
 * Emits the list of packages in the scripts: LICENSES.txt with the notices of every package, and sbom.cdx.json, a list
 * of them for programs that look for known faults (CycloneDX). A package without a notice fails the build.
 */
export class Licenses {
  /** @param withoutFile packages that name their licence and have no file of it */
  constructor(private readonly withoutFile: readonly string[] = []) {}

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('Licenses', (compilation) =>
      compilation.hooks.processAssets.tap(
        { name: 'Licenses', stage: Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL },
        () => {
          const folders = [...packageFolders(compilation)].sort();
          const notices = folders.map((folder) => this.#noticeOf(folder));
          const text = `The scripts of this add-in hold parts of these packages.\n\n${notices.join(`\n${'-'.repeat(80)}\n\n`)}`;
          compilation.emitAsset('LICENSES.txt', new sources.RawSource(text));
          compilation.emitAsset(
            'sbom.cdx.json',
            new sources.RawSource(`${JSON.stringify(listOf(folders), null, 2)}\n`),
          );
        },
      ),
    );
  }

  #noticeOf(folder: string): string {
    const about = factsOf(folder);
    const title = `${about.name} ${about.version} (${about.license})\n`;
    if (this.withoutFile.includes(about.name)) return title;
    const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
    if (file === undefined)
      throw new Error(`${about.name} has no licence file: leave the package out, or ask its author`);
    return `${title}\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
  }
}

/** The folders of the packages that the build's modules come from. */
function packageFolders({ modules }: Compilation): ReadonlySet<string> {
  const names = [...modules].map((module) => module.nameForCondition()?.replaceAll('\\', '/') ?? '');
  return new Set(names.flatMap((name) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(name) ?? []));
}

interface PackageFacts {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

const factsOf = (folder: string): PackageFacts =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageFacts;

/** The packages as CycloneDX 1.6 has them. Without the time of the build, so that the same build is the same file. */
function listOf(folders: readonly string[]): object {
  const own = factsOf(join(__dirname, '../..'));
  const purls = folders.map((folder) => componentOf(factsOf(folder), 'library').purl);
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: componentOf(own, 'application') },
    components: folders.map((folder) => componentOf(factsOf(folder), 'library')),
    dependencies: [{ ref: componentOf(own, 'application').purl, dependsOn: purls }],
  };
}

function componentOf({ name, version, license }: PackageFacts, type: 'application' | 'library') {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  // An expression such as "(MIT OR Apache-2.0)" is no identifier.
  const licenses = /[ (]/.test(license) ? [{ expression: license }] : [{ license: { id: license } }];
  return { type, 'bom-ref': purl, name, version, licenses, purl };
}
