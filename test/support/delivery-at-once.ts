import { type Delivery, Pacer } from '../../src/office/delivery';

/** Hands results over at once, unless they are too large for one message. */
export function deliveryAtOnce(): Pick<Delivery, 'timeFor' | 'send' | 'sendRich'> {
  const pacer = new Pacer();
  return {
    timeFor: () => undefined,
    send: (result, cellCount) => pacer.send(result, cellCount),
    sendRich: (cell, cellCount) => pacer.sendRich(cell, cellCount),
  };
}
