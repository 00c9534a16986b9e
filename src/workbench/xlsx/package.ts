import { CFB } from '@e965/xlsx';

/** The library's zip files, which its types omit. */
interface Zip {
  readonly FullPaths: readonly string[];
  readonly FileIndex: readonly { readonly content: Uint8Array | readonly number[] }[];
}

interface ZipLibrary {
  read(bytes: Uint8Array, options: { type: 'array' }): Zip;
  write(zip: Zip, options: { fileType: 'zip'; type: 'array'; compression: true }): Uint8Array | readonly number[];
  readonly utils: { cfb_add(zip: Zip, path: string, content: Uint8Array): void };
}

const LIBRARY = CFB as ZipLibrary;

/** The files in an .xlsx file, by paths such as "xl/styles.xml". */
export class Package {
  readonly #zip: Zip;

  constructor(bytes: Uint8Array) {
    this.#zip = LIBRARY.read(bytes, { type: 'array' });
  }

  get paths(): string[] {
    return this.#zip.FullPaths.map((path) => path.replace(/^[^/]*\//, ''));
  }

  /** Empty if there is no such file. */
  text(path: string): string {
    const index = this.paths.indexOf(path);
    const bytes = Uint8Array.from(this.#zip.FileIndex[index]?.content ?? []);
    return new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes);
  }

  xml(path: string): Document {
    return new DOMParser().parseFromString(this.text(path) || '<empty/>', 'application/xml');
  }

  write(path: string, text: string): void {
    LIBRARY.utils.cfb_add(this.#zip, `/${path}`, new TextEncoder().encode(text));
  }

  bytes(): Uint8Array {
    return Uint8Array.from(LIBRARY.write(this.#zip, { fileType: 'zip', type: 'array', compression: true }));
  }
}
