/** For node's --require: packages that "npm ci --omit=dev" leaves out cannot be loaded. */
const Module = require('node:module');
const path = require('node:path');

const { packages } = require(path.resolve('package-lock.json'));
const missing = new Set(
  Object.entries(packages)
    .filter(([name, { dev }]) => name !== '' && dev === true)
    .map(([name]) => name),
);

const find = Module._resolveFilename;
Module._resolveFilename = function resolveInstalled(request, ...rest) {
  const found = find.call(this, request, ...rest);
  const place = path.relative(process.cwd(), found).replaceAll(path.sep, '/');
  const name = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(place)?.[0];
  if (name !== undefined && missing.has(name))
    throw Object.assign(new Error(`${name} is not installed`), { code: 'MODULE_NOT_FOUND' });
  return found;
};
