/**
 * What Microsoft's current client knows beyond npm's, laid over it: it runs after the client's own code, in the same file. The real code of
 * it is published nowhere but on Microsoft's CDN; this is inferred from the documentation of valuesAsJson.
 */
export const NEWER_CLIENT = `
;(() => {
  const { prototype } = Excel.Range;
  const handle = prototype._handleResult;
  prototype._handleResult = function (value) {
    handle.call(this, value);
    if (value && value.ValuesAsJson !== undefined) this.mdValuesAsJson = value.ValuesAsJson;
  };
  Object.defineProperty(prototype, 'valuesAsJson', { get() { return this.mdValuesAsJson; } });
})();
`;

/** While the page is hidden its timers fire once a second, as in a browser's tab in the background. */
export const SLOWED_TIMERS = `
(() => {
  const [real, now] = [setTimeout, () => performance.now()];
  let isHidden = true;
  Object.defineProperty(Document.prototype, 'hidden', { get: () => isHidden, configurable: true });
  window.mdShow = (isShown) => { isHidden = !isShown; };
  window.setTimeout = (run, ms = 0, ...given) => real(run, isHidden ? Math.max(ms, 1000 - (now() % 1000)) : ms, ...given);
})();
`;
