const hooks = require('node:async_hooks');

const { AsyncLocalStorage } = hooks;

/** Knows what runs while one thing runs after the other, as the tests of a file do. */
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

// With an AsyncLocalStorage of Jest for each file, Node before 24 does some more work for each promise with each file
// that a worker has run, and keeps more memory. Jest only notes in it which test runs.
Object.defineProperty(hooks, 'AsyncLocalStorage', {
  configurable: true,
  get() {
    Object.defineProperty(hooks, 'AsyncLocalStorage', { value: AsyncLocalStorage, writable: true });
    return /[\\/]jest-circus[\\/]/.test(new Error().stack) ? CurrentTest : AsyncLocalStorage;
  },
});
