const CHANNEL = 'md-workbench';

type Message = 'opened' | 'here' | 'closed';

/** Tells whether the workbench is open in another tab of this browser: both keep their workbook in the same place. */
export function watchOtherTabs(tell: (isOpen: boolean) => void): void {
  const channel = new BroadcastChannel(CHANNEL);
  const send = (message: Message): void => {
    channel.postMessage(message);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    // Of several others one may stay: they are asked.
    if (data === 'closed') {
      tell(false);
      send('opened');
      return;
    }
    tell(true);
    if (data === 'opened') send('here');
  });
  addEventListener('pagehide', () => {
    send('closed');
  });
  // A page that is shown again out of the browser's memory.
  addEventListener('pageshow', () => {
    send('opened');
  });
}
