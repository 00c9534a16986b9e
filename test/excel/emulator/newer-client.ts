/** In a call that is a preview. */
export const PREVIEW = 'preview';

/**
 * What Microsoft's current client knows beyond npm's, laid over it: it runs after the client's own code, in the same
 * file. The real code of it is published nowhere but on Microsoft's CDN; this is inferred from the documentation of
 * valuesAsJson and of isInValuePreview. That a call is a preview replaces its parameters' addresses, which none of our
 * functions needs.
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
  const association = CustomFunctions._association;
  const { get: mappings } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(association), 'mappings');
  const told = new Map();
  const withPreview = (call) => {
    if (!told.has(call)) {
      told.set(call, (...args) => {
        const invocation = args.at(-1);
        invocation.isInValuePreview = invocation.parameterAddresses?.[0] === '${PREVIEW}';
        return call(...args);
      });
    }
    return told.get(call);
  };
  // Functions may be associated later than this runs.
  Object.defineProperty(association, 'mappings', {
    get() {
      return Object.fromEntries(Object.entries(mappings.call(this)).map(([name, call]) => [name, withPreview(call)]));
    },
  });
})();
`;

/** While the page is hidden its timers fire once a second, as in a browser's tab in the background. */
export const SLOWED_TIMERS = `
(() => {
  const [real, now] = [setTimeout, () => performance.now()];
  let isHidden = true;
  Object.defineProperty(Document.prototype, 'hidden', { get: () => isHidden, configurable: true });
  window.mdShow = (isShown) => { isHidden = !isShown; };
  window.setTimeout = (run, ms = 0, ...args) => real(run, isHidden ? Math.max(ms, 1000 - (now() % 1000)) : ms, ...args);
})();
`;
