const hooks = require('node:async_hooks');

const KEPT = Symbol.for('md.storages');
const { AsyncLocalStorage, opened } = (hooks[KEPT] ??= {
  AsyncLocalStorage: hooks.AsyncLocalStorage,
  opened: new Set(),
});

// While one is in use, Node before 24 does some work for each promise of the worker, and keeps memory. So none outlives
// the file that opened it, such as a file with a browser.
for (const storage of opened) storage.disable();
opened.clear();

class StorageOfThisFile extends AsyncLocalStorage {
  constructor(...options) {
    super(...options);
    opened.add(this);
  }
}

/** What Jest needs one for: it knows what runs while one thing runs after the other, as the tests of a file do. */
class CurrentTest {
  #store;

  getStore() {
    return this.#store;
  }

  run(store, callback) {
    const before = this.#store;
    this.#store = store;
    return callback().finally(() => {
      this.#store = before;
    });
  }
}

const isJest = (caller) => /[\\/]jest-circus[\\/]/.test(caller);

Object.defineProperty(hooks, 'AsyncLocalStorage', {
  configurable: true,
  get: () => (isJest(new Error().stack.split('\n')[2]) ? CurrentTest : StorageOfThisFile),
});
