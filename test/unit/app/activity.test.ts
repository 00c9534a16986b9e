import { Activity } from '../../../src/app/activity';

const request = (what: string) => ({ at: 0, what, status: 200, ms: 5 });

describe('the activity log', () => {
  test('keeps the last 200 requests, newest first, and counts all', () => {
    const activity = new Activity();
    for (let index = 0; index < 250; index++) activity.onRequest(request(`/${index}`));
    expect(activity.counts.requests).toBe(250);
    expect(activity.requests).toHaveLength(200);
    expect(activity.requests[0]!.what).toBe('/249');
  });

  test('lists a repeated note once', () => {
    const activity = new Activity();
    activity.note(1, 'cut off');
    activity.note(2, 'another');
    activity.note(3, 'cut off');
    expect(activity.notes).toEqual([
      { at: 3, text: 'cut off' },
      { at: 2, text: 'another' },
    ]);
  });

  test('notifies its listeners until they unsubscribe', () => {
    const activity = new Activity();
    const heard = jest.fn();
    const leave = activity.onChange(heard);
    activity.onRequest(request('/a'));
    activity.note(0, 'b');
    leave();
    activity.note(0, 'c');
    expect(heard).toHaveBeenCalledTimes(2);
  });
});
