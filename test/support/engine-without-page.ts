import { Inject, Injector, Plugin } from '@univerjs/core';
import { UniverSheetsNodeCorePreset } from '@univerjs/preset-sheets-node-core';

/**
 * Stands for @univerjs/preset-sheets-core, which only a page can load: the same engine without what draws it and takes
 * keys. Nothing measures texts: all are as wide as a digit.
 */
export * from '@univerjs/preset-sheets-node-core';

export class DocAutoFormatService {
  readonly registerAutoFormat = (): void => undefined;
}
/** Nothing is ever copied. */
export class ISheetClipboardService {
  readonly copyContentCache = () => ({ getLastCopyId: () => null });
}
export const COPY_TYPE = { COPY: 'COPY' };
export const AfterSpaceCommand = { id: 'doc.command.after-space' };
export const DeviceInputEventType = { Keyboard: 4 };
export const IEditorBridgeService = 'editor';
export const FontCache = { getMeasureText: (_: string, size: string) => ({ width: 0.7 * Number(size) }) };
export const getFontStyleString = ({ fs = 10 }: { readonly fs?: number }) => ({ fontCache: String(fs) });

class PageServices extends Plugin {
  static override readonly pluginName = 'PAGE_SERVICES';

  constructor(
    _options: unknown,
    override readonly _injector: Injector,
  ) {
    super();
    _injector.add([DocAutoFormatService]);
    _injector.add([ISheetClipboardService]);
  }
}
(Inject(Injector) as (target: unknown, property: string, index: number) => void)(PageServices, '', 1);

export function UniverSheetsCorePreset(options: Parameters<typeof UniverSheetsNodeCorePreset>[0]) {
  const { plugins } = UniverSheetsNodeCorePreset(options);
  return { plugins: [...plugins, PageServices] };
}
