import { ExcelStorage } from '../../../../src/office/host/storage';

/** A store of texts, as the browser or Office offers it. */
function installStores(
  context: { partitionKey?: string },
  hasOfficeStorage: boolean,
): { office: Map<string, string>; browser: Map<string, string> } {
  const [office, browser] = [new Map<string, string>(), new Map<string, string>()];
  Object.assign(globalThis, {
    Office: { context },
    OfficeRuntime: hasOfficeStorage
      ? {
          storage: {
            getItem: (key: string) => Promise.resolve(office.get(key) ?? null),
            setItem: (key: string, value: string) => Promise.resolve(void office.set(key, value)),
            removeItem: (key: string) => Promise.resolve(void office.delete(key)),
          },
        }
      : undefined,
    localStorage: {
      getItem: (key: string) => browser.get(key) ?? null,
      setItem: (key: string, value: string) => browser.set(key, value),
      removeItem: (key: string) => browser.delete(key),
    },
  });
  return { office, browser };
}

async function writeReadRemove(storage: ExcelStorage): Promise<(string | null)[]> {
  await storage.setItem('md.area', 'stocks');
  const read = await storage.getItem('md.area');
  await storage.removeItem('md.area');
  return [read, await storage.getItem('md.area')];
}

describe('the storage of the user', () => {
  test('is OfficeRuntime.storage', async () => {
    const { office, browser } = installStores({}, true);
    const storage = new ExcelStorage(Promise.resolve());
    expect(await writeReadRemove(storage)).toEqual(['stocks', null]);
    await storage.setItem('md.area', 'crypto');
    expect([[...office], [...browser]]).toEqual([[['md.area', 'crypto']], []]);
  });

  test('has the partition key in its names if the browser partitions storage', async () => {
    const { office } = installStores({ partitionKey: 'site-a/' }, true);
    await new ExcelStorage(Promise.resolve()).setItem('md.area', 'crypto');
    expect([...office]).toEqual([['site-a/md.area', 'crypto']]);
  });

  test('is that of the browser if Office has none', async () => {
    const { browser } = installStores({}, false);
    const storage = new ExcelStorage(Promise.resolve());
    expect(await writeReadRemove(storage)).toEqual(['stocks', null]);
    await storage.setItem('md.area', 'crypto');
    expect([...browser]).toEqual([['md.area', 'crypto']]);
  });

  test('is not used before Office is ready', async () => {
    const { office } = installStores({}, true);
    let becomeReady!: () => void;
    const writing = new ExcelStorage(
      new Promise<void>((resolve) => {
        becomeReady = resolve;
      }),
    ).setItem('md.area', 'crypto');
    await Promise.resolve();
    expect(office.size).toBe(0);
    becomeReady();
    await writing;
    expect(office.size).toBe(1);
  });
});
