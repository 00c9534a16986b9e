// Lets a process load TypeScript that another one has compiled already. The usual loader compiles and looks up so much
// at each start that many short-lived gateways would spend most of their time on it.
const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
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
  mkdirSync(KEPT, { recursive: true });
  // Others may read it meanwhile: whole, or not at all.
  const unfinished = `${kept}.${process.pid}.${threadId}`;
  writeFileSync(unfinished, mark + code);
  renameSync(unfinished, kept);
  return mark + code;
}

// First, because a table and the file that reads it may differ in this alone.
const others = Object.entries(Module._extensions);
for (const [extension] of others) delete Module._extensions[extension];
Module._extensions['.ts'] = (module, file) => {
  module._compile(compiled(file), file);
};
for (const [extension, load] of others) Module._extensions[extension] = load;
// The thread of the simulated service asks for the usual loader.
require.cache[require.resolve('tsx/cjs')] = Object.assign(new Module('tsx/cjs'), { loaded: true });
