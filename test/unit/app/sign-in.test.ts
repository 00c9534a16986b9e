import { type Grant, SessionSignIn, type SignInWay } from '../../../src/app/sign-in';

const SENTENCE = 'Sign in, in the MD pane';
const MINUTE = 60_000;

/** A way whose grants a test gives by hand, and a gateway that takes what it is told to. */
class Scene {
  now = 1_000_000;
  readonly silent = jest.fn<Promise<Grant | undefined>, [boolean]>(() => Promise.resolve(undefined));
  readonly ask = jest.fn<Promise<Grant | undefined>, [boolean]>(() => Promise.resolve(undefined));
  readonly forget = jest.fn();
  readonly recalculate = jest.fn(() => Promise.resolve());
  readonly changes: (readonly [string, boolean])[] = [];
  readonly sent: (string | null)[] = [];
  refuses: readonly string[] = [];
  readonly signIn: SessionSignIn;

  constructor() {
    const way: SignInWay = { grantSilently: this.silent, askForGrant: this.ask, forgetGrant: this.forget };
    this.signIn = new SessionSignIn(way, {
      fetch: (request) => {
        const token = (request as Request).headers.get('authorization');
        this.sent.push(token);
        const status = this.refuses.some((refused) => token === `Bearer ${refused}`) ? 401 : 200;
        return Promise.resolve(new Response(null, { status }));
      },
      now: () => this.now,
      onChange: (keepsAnswers) => this.changes.push([this.signIn.state, keepsAnswers]),
      recalculate: this.recalculate,
    });
  }

  grant(token: string, minutes = 60, person = 'ann'): Grant {
    return { token, endsAt: this.now + minutes * MINUTE, person };
  }

  /** Signs in without a question, with a token "one". */
  async signedIn(minutes?: number): Promise<void> {
    this.silent.mockResolvedValueOnce(this.grant('one', minutes));
    this.signIn.begin();
    await settled();
  }

  request(): Promise<Response> {
    return this.signIn.fetch('https://md.example.com/api/quotes');
  }
}

const settled = () => jest.advanceTimersByTimeAsync(0);

describe('a sign-in', () => {
  let scene: Scene;
  beforeEach(() => {
    jest.useFakeTimers();
    scene = new Scene();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('lets requests wait until a user has signed in, and gives all of them the token', async () => {
    let give: (grant: Grant) => void = () => undefined;
    scene.silent.mockReturnValueOnce(new Promise((resolve) => (give = resolve)));
    const ask = scene.signIn.begin();
    const answers = [ask('https://md.example.com/api/1'), ask('https://md.example.com/api/2')];
    await settled();
    expect(scene.sent).toEqual([]);
    give(scene.grant('one'));
    await Promise.all(answers);
    expect(scene.sent).toEqual(['Bearer one', 'Bearer one']);
    expect([scene.signIn.person, scene.ask.mock.calls]).toEqual(['ann', []]);
    // What waited has its answers with the same client.
    expect(scene.changes).toEqual([
      ['signing in', true],
      ['signed in', true],
    ]);
    expect(scene.recalculate).not.toHaveBeenCalled();
  });

  test('asks once by itself, and not again before a click', async () => {
    scene.signIn.begin();
    scene.signIn.begin();
    await settled();
    expect([scene.silent.mock.calls, scene.ask.mock.calls]).toEqual([[[false]], [[false]]]);
    expect([scene.signIn.state, scene.signIn.isExpected]).toEqual(['signed out', false]);
    await expect(scene.request()).rejects.toThrow(SENTENCE);
    expect(scene.ask).toHaveBeenCalledTimes(1);
  });

  test('lets no request wait for longer than 40 seconds from the start of the sign-in, and recalculates cells if it succeeds later', async () => {
    let give: (grant: Grant) => void = () => undefined;
    scene.ask.mockReturnValueOnce(new Promise((resolve) => (give = resolve)));
    const ask = scene.signIn.begin();
    const first = expect(ask('https://md.example.com/api/1')).rejects.toThrow(SENTENCE);
    scene.now += 39_000;
    await jest.advanceTimersByTimeAsync(39_000);
    const second = expect(ask('https://md.example.com/api/2')).rejects.toThrow(SENTENCE);
    scene.now += 1_000;
    await jest.advanceTimersByTimeAsync(1_000);
    await Promise.all([first, second]);
    give(scene.grant('one'));
    await settled();
    expect(scene.recalculate).toHaveBeenCalledTimes(1);
    await scene.request();
    expect(scene.sent).toEqual(['Bearer one']);
  });

  test('signs in after a click, and then keeps no answer from before', async () => {
    scene.signIn.begin();
    await expect(scene.request()).rejects.toThrow(SENTENCE);
    scene.ask.mockResolvedValueOnce(scene.grant('one'));
    await scene.signIn.start();
    expect(scene.ask).toHaveBeenLastCalledWith(true);
    expect(scene.changes.at(-1)).toEqual(['signed in', false]);
    expect(scene.recalculate).toHaveBeenCalledTimes(1);
  });

  test('says why it failed, and forgets that with the next attempt', async () => {
    scene.ask.mockRejectedValueOnce(new Error('The window is blocked'));
    await scene.signIn.start();
    expect([scene.signIn.state, scene.signIn.problem]).toEqual(['signed out', 'The window is blocked']);
    void scene.signIn.start();
    expect([scene.signIn.state, scene.signIn.problem]).toEqual(['signing in', undefined]);
    await settled();
  });

  test('renews a token five minutes before it ends, without a request that waits for it', async () => {
    await scene.signedIn();
    scene.now += 54 * MINUTE;
    await scene.request();
    expect(scene.silent).toHaveBeenCalledTimes(1);
    scene.now += 2 * MINUTE;
    scene.silent.mockResolvedValueOnce(scene.grant('two'));
    await scene.request();
    await scene.request();
    expect(scene.silent.mock.calls).toEqual([[false], [true]]);
    expect(scene.sent).toEqual(['Bearer one', 'Bearer one', 'Bearer two']);
  });

  test('uses a token that cannot be renewed until it ends, and then says to sign in', async () => {
    await scene.signedIn(10);
    scene.now += 8 * MINUTE;
    await scene.request();
    await scene.request();
    expect(scene.silent).toHaveBeenCalledTimes(2);
    expect(scene.signIn.state).toBe('signed in');
    scene.now += 2 * MINUTE;
    await expect(scene.request()).rejects.toThrow(SENTENCE);
    expect([scene.signIn.state, scene.sent]).toEqual(['signed out', ['Bearer one', 'Bearer one']]);
  });

  test('is back by itself if only the provider was out of reach when the token ended', async () => {
    await scene.signedIn(10);
    scene.now += 11 * MINUTE;
    scene.silent.mockRejectedValueOnce(new Error('No network'));
    await expect(scene.request()).rejects.toThrow(SENTENCE);
    expect(scene.signIn.state).toBe('signed out');
    scene.silent.mockResolvedValueOnce(scene.grant('two'));
    await scene.request();
    expect([scene.signIn.state, scene.sent]).toEqual(['signed in', ['Bearer two']]);
  });

  test('renews a token that the gateway refuses, once, and sends the request again', async () => {
    await scene.signedIn();
    scene.refuses = ['one'];
    scene.silent.mockResolvedValueOnce(scene.grant('two'));
    expect((await scene.request()).status).toBe(200);
    expect(scene.sent).toEqual(['Bearer one', 'Bearer two']);
    scene.refuses = ['two', 'three'];
    scene.silent.mockResolvedValueOnce(scene.grant('three'));
    expect((await scene.request()).status).toBe(401);
    expect((await scene.request()).status).toBe(401);
    expect(scene.silent).toHaveBeenCalledTimes(3);
    expect(scene.sent.slice(2)).toEqual(['Bearer two', 'Bearer three', 'Bearer three']);
  });

  test('is signed out once a refused token cannot be renewed', async () => {
    await scene.signedIn();
    scene.refuses = ['one'];
    expect((await scene.request()).status).toBe(401);
    expect(scene.signIn.state).toBe('signed out');
    await expect(scene.request()).rejects.toThrow(SENTENCE);
  });

  test('drops a token that was requested before the user signed out', async () => {
    let give: (grant: Grant) => void = () => undefined;
    scene.ask.mockReturnValueOnce(new Promise((resolve) => (give = resolve)));
    const asked = scene.signIn.start();
    await settled();
    scene.signIn.signOut();
    expect(scene.forget).toHaveBeenCalledTimes(1);
    expect(scene.changes.at(-1)).toEqual(['signed out', false]);
    give(scene.grant('one'));
    await asked;
    expect([scene.signIn.state, scene.signIn.person]).toEqual(['signed out', '']);
    await expect(scene.request()).rejects.toThrow(SENTENCE);
  });

  test('keeps no answers if the renewed token is another person’s', async () => {
    await scene.signedIn();
    scene.now += 58 * MINUTE;
    scene.silent.mockResolvedValueOnce(scene.grant('two', 60, 'ben'));
    await scene.request();
    await settled();
    expect([scene.signIn.person, scene.changes.at(-1)]).toEqual(['ben', ['signed in', false]]);
  });
});
