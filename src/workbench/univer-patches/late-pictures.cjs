const { createHash } = require('node:crypto');

/** Large ones alone: a small one is quicker where it is than in a file. */
const PICTURE = /"data:image\/(png|jpeg);base64,([\w+/]{4000,}=*)"/g;

/**
 * Mends: the engine brings pictures along as text, of empty lists and of kinds of lists in documents. They become files
 * that the browser loads when it shows them.
 *
 * Can go when test/unit/workbench/univer-patches/patches.test.ts says that the engine has no such text.
 */
module.exports = function putPicturesAside(source) {
  return source.replace(PICTURE, (_, type, text) => {
    const content = Buffer.from(text, 'base64');
    const name = `picture.${createHash('sha256').update(content).digest('hex').slice(0, 12)}.${type}`;
    this.emitFile(name, content);
    return JSON.stringify(name);
  });
};
