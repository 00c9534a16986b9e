const TESTS_OF_A_BROWSER = /[\\/]test[\\/](?:browser|excel)[\\/]/;

// A busy machine may lose a key or a click. The first failure is printed even if the second try succeeds.
if (TESTS_OF_A_BROWSER.test(expect.getState().testPath ?? '')) jest.retryTimes(1, { logErrorsBeforeRetry: true });
