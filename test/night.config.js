// Every suite, and those that can look at more do: `npm run test:night`.
module.exports = { ...require('../jest.config'), rootDir: '..' };

process.env.MD_SUITES = 'quick longer night';
process.env.MD_TESTS = 'night';
