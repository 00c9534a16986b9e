/** JSON as a module: webpack's own way of importing JSON late needs more code in the script that cells wait for. */
module.exports = (json) => `export default ${json}`;
