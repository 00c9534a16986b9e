import { useEffect, useState } from 'preact/hooks';

/** What the script tools.js has. */
export type LateCode = typeof import('./late/late');

/** Loaded once it is wanted; undefined until then, and if it cannot be loaded. */
export function useLate(isWanted = true): LateCode | undefined {
  const [code, setCode] = useState<LateCode>();
  useEffect(() => {
    if (isWanted && !code) import('./late/late').then(setCode, () => undefined);
  }, [isWanted]);
  return code;
}
