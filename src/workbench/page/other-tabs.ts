const CHANNEL = 'md-workbench';

type Message = 'opened' | 'here' | 'closed';

/** Reports whether the workbench is open in another tab of this browser: both keep their workbook in the same place. */
export function watchOtherTabs(tell: (isOpen: boolean) => void): void {
  const channel = new BroadcastChannel(CHANNEL);
  const send = (message: Message): void => {
    channel.postMessage(message);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    // Others may still be open, so they are asked.
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
  // The browser may show a page again from its memory.
  addEventListener('pageshow', () => {
    send('opened');
  });
}
