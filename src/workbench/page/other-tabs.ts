const CHANNEL = 'md-workbench';

type Message = 'opened' | 'here' | 'closed';

/** A tab that crashes says nothing, and the last word of one that closes may be lost. */
const ASK_EVERY_MS = 5_000;

/** Reports whether the workbench is open in another tab of this browser: both keep their workbook in the same place. */
export function watchOtherTabs(tell: (isOpen: boolean) => void): void {
  const channel = new BroadcastChannel(CHANNEL);
  let isHeard = false;
  let asking: ReturnType<typeof setInterval> | undefined;
  const send = (message: Message): void => {
    channel.postMessage(message);
  };
  const ask = (): void => {
    if (!isHeard) {
      clearInterval(asking);
      asking = undefined;
      tell(false);
    }
    isHeard = false;
    send('opened');
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    // Others may still be open, so they are asked.
    if (data === 'closed') {
      tell(false);
      send('opened');
      return;
    }
    isHeard = true;
    asking ??= setInterval(ask, ASK_EVERY_MS);
    tell(true);
    if (data === 'opened') send('here');
  });
  addEventListener('pagehide', () => {
    send('closed');
  });
  // The browser may show a page again from its memory.
  addEventListener('pageshow', () => {
    send('opened');
  });
}
