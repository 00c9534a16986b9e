/** A style sheet as a module that adds it to the page, without comments and indents. None refers to another file. */
module.exports = (css) => {
  const text = css.replace(/\/\*[^]*?\*\//g, '').replace(/\n\s*/g, '\n');
  return `document.head.append(Object.assign(document.createElement('style'), { textContent: ${JSON.stringify(text)} }));`;
};
