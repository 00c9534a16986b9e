// Every test, the long ones of the night included: `npm run test:all`. Tests that look at more then read MD_TESTS.
process.env.MD_TESTS = 'all';

module.exports = { ...require('../jest.config'), rootDir: '..', testPathIgnorePatterns: ['/node_modules/'] };
