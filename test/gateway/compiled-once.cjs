// Lets a process load TypeScript that another one has compiled already. The usual loader compiles and looks up so much
// at each start that many short-lived gateways would spend most of their time on it.
const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const vm = require('node:vm');
const { threadId } = require('node:worker_threads');

const ROOT = path.join(__dirname, '../..');
const KEPT = path.join(ROOT, '.cache/compiled');
const OPTIONS = { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } };

function compiled(file) {
  const text = readFileSync(file, 'utf8');
  const mark = `//${createHash('sha256').update(JSON.stringify(OPTIONS)).update(text).digest('hex')}\n`;
  const kept = path.join(KEPT, path.relative(ROOT, file).replaceAll(path.sep, '+'));
  try {
    const code = readFileSync(kept, 'utf8');
    if (code.startsWith(mark)) return code;
  } catch {
    // Nobody has needed it yet.
  }
  const { code } = require('@swc/core').transformSync(text, { ...OPTIONS, filename: file, swcrc: false });
  keep(kept, mark + code);
  return mark + code;
}

function keep(file, content) {
  mkdirSync(KEPT, { recursive: true });
  // Others may read it meanwhile: whole, or not at all.
  const unfinished = `${file}.${process.pid}.${threadId}`;
  writeFileSync(unfinished, content);
  renameSync(unfinished, file);
}

// A package is hundreds of files, and to look for them takes longer than to compile them. So those that the gateway and
// the simulated service load are one file, which each takes from it when it asks for it.
const PACKAGES = [
  ...['@hono/node-server', '@hono/node-server/utils/response', '@redis/client', 'fflate', 'hono', 'jose'],
  ...['pino', 'prom-client', 'rate-limiter-flexible'],
];

/** The packages in one file, and what V8 has compiled of it. */
function bundled() {
  const contents = `module.exports = {${PACKAGES.map((name) => `'${name}': () => require('${name}')`).join()}};`;
  const installed = readFileSync(path.join(ROOT, 'node_modules/.package-lock.json'));
  const hash = createHash('sha256').update(contents).update(process.version).update(installed).digest('hex');
  const kept = path.join(KEPT, `packages-${hash.slice(0, 12)}`);
  // The second one is written last.
  if (!existsSync(`${kept}.compiled`)) {
    // The bundler that comes with the usual loader.
    const [{ text }] = Module.createRequire(require.resolve('tsx'))('esbuild').buildSync({
      stdin: { contents, resolveDir: ROOT },
      ...{ bundle: true, platform: 'node', format: 'cjs', logLevel: 'error', write: false },
    }).outputFiles;
    keep(`${kept}.cjs`, text);
    const script = new vm.Script(Module.wrap(text));
    const module = { exports: {} };
    script.runInThisContext()(module.exports, require, module);
    for (const open of Object.values(module.exports)) open();
    keep(`${kept}.compiled`, script.createCachedData());
  }
  const script = new vm.Script(Module.wrap(readFileSync(`${kept}.cjs`, 'utf8')), {
    filename: `${kept}.cjs`,
    cachedData: readFileSync(`${kept}.compiled`),
  });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, require, module);
  return module.exports;
}

let packages;
const load = Module._load;
Module._load = function loadBundled(request, parent, ...rest) {
  if (!PACKAGES.includes(request) || !parent?.filename?.endsWith('.ts'))
    return load.call(this, request, parent, ...rest);
  packages ??= bundled();
  return packages[request]();
};

// First, because a table and the file that reads it may differ in this alone.
const others = Object.entries(Module._extensions);
for (const [extension] of others) delete Module._extensions[extension];
Module._extensions['.ts'] = (module, file) => {
  module._compile(compiled(file), file);
};
for (const [extension, load] of others) Module._extensions[extension] = load;
// The thread of the simulated service asks for the usual loader.
require.cache[require.resolve('tsx/cjs')] = Object.assign(new Module('tsx/cjs'), { loaded: true });
