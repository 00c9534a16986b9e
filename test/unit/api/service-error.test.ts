import {
  ServiceError,
  bodyError,
  cancelledError,
  closedError,
  networkError,
  previewError,
  redirectError,
  statusError,
  timeoutError,
} from '../../../src/api/service-error';

test.each([
  [400, 'The service did not understand the request (400): check the arguments'],
  [401, 'The service refused the key (401): check the API key in the MD pane'],
  [403, 'Your plan does not include this data (403): check the API key in the MD pane or ask your provider'],
  [404, 'The service does not know this (404): check the spelling, and the service address in the MD pane'],
  [408, 'The service gave up waiting (408): recalculate to try again'],
  [418, 'The service refused the request (418): ask your provider'],
  [499, 'The service refused the request (499): ask your provider'],
  [500, 'The service failed (500): recalculate in a moment'],
  [599, 'The service failed (599): recalculate in a moment'],
])('the sentence for a status %i', (status, message) => {
  expect(statusError(status)).toMatchObject({ name: 'ServiceError', code: '#N/A', kind: 'status', status, message });
});

describe('the sentence for a failure without a status', () => {
  const address = 'https://service.test';
  test.each([
    [
      networkError(address),
      'network',
      `${address} cannot be reached: check the connection and the service address in the MD pane`,
    ],
    [timeoutError(address, 2_500), 'timeout', `${address} did not answer within 2.5 seconds: recalculate to try again`],
    [
      redirectError(address),
      'redirect',
      `${address} redirects elsewhere, where the key is not sent: enter the final service address in the MD pane`,
    ],
    [
      bodyError('an empty answer'),
      'body',
      'The service sent an empty answer: check the service address in the MD pane, then recalculate',
    ],
    [cancelledError(), 'cancelled', 'Cancelled: recalculate to ask again'],
    [previewError(), 'preview', 'Press Enter to fetch'],
    [closedError(), 'closed', 'The settings changed: recalculate'],
  ])('%s', (error, kind, message) => expect([error.code, error.kind, error.message]).toEqual(['#N/A', kind, message]));
});

test.each([
  [404, true],
  [422, true],
  [400, false],
  [500, false],
  [undefined, false],
])('status %s counts as a refusal of the question: %s', (status, isRefusal) => {
  expect(new ServiceError('status', 'no', status === undefined ? {} : { status }).isRefusal).toBe(isRefusal);
});
