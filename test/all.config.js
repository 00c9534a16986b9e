// Every suite of the day: `npm run test:all`.
module.exports = { ...require('../jest.config'), rootDir: '..' };

process.env.MD_SUITES = 'quick longer';
