// What `npm run test:all` has beside `npm test`: `npm run test:rest`.
module.exports = { ...require('../jest.config'), rootDir: '..' };

process.env.MD_SUITES = 'longer';
