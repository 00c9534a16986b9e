/** The files of the suites of this run: the sequencer learns them before anything is built, and nobody else does. */
exports.files = [];
