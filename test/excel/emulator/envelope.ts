/** The messages that office.js and Excel on the web exchange between frames, as JSON texts. */

interface Envelope {
  readonly _messageType: 0 | 1;
  readonly _actionName: string;
  readonly _conversationId: string;
  readonly _correlationId: number;
  readonly _origin: string;
  readonly _data: unknown;
  readonly _serializerVersion: 1;
}

/** What the add-in asks of the host. */
export interface Request extends Envelope {
  readonly _messageType: 0;
  /** 0 calls a method, 1 registers for an event, 2 unregisters. */
  readonly _actionType: 0 | 1 | 2;
}

/** What the host says: the answer to a request (0), or an event of its own (1). */
export interface Response extends Envelope {
  readonly _messageType: 1;
  readonly _responseType: 0 | 1;
  readonly _errorCode: number;
}

export const answerTo = (request: Request, origin: string, data: unknown): Response => ({
  ...request,
  _messageType: 1,
  _responseType: 0,
  _errorCode: 0,
  _origin: origin,
  _data: data,
});

export const eventOf = (name: string, conversation: string, origin: string, data: unknown): Response => ({
  _messageType: 1,
  _responseType: 1,
  _errorCode: 0,
  _actionName: name,
  _conversationId: conversation,
  _correlationId: 0,
  _origin: origin,
  _data: data,
  _serializerVersion: 1,
});

/** One line of a richApiMessage event: category, type, target, JSON text, id, from another client. */
export type RichApiEntry = readonly [
  category: number,
  type: number,
  target: string,
  message: string,
  id: number,
  isRemote: boolean,
];

const [CUSTOM_FUNCTIONS, OBJECT_EVENTS] = [1, 65_536];

export const invocationEntry = (message: unknown): RichApiEntry => [
  CUSTOM_FUNCTIONS,
  1000,
  '',
  JSON.stringify(message),
  0,
  false,
];

export const cancellationEntry = (invocationId: number): RichApiEntry => [
  CUSTOM_FUNCTIONS,
  1001,
  '',
  JSON.stringify({ invocationId }),
  0,
  false,
];

/** The contents of cells have changed, in whatever sheet. */
export const changeEntry = (worksheetId: string): RichApiEntry => [
  OBJECT_EVENTS,
  10,
  'Workbook',
  JSON.stringify({ worksheetId, changeType: 'RangeEdited', source: 'Local' }),
  0,
  false,
];

/** A sheet has another name. */
export const nameEntry = (nameBefore: string, nameAfter: string): RichApiEntry => [
  OBJECT_EVENTS,
  25,
  'Workbook',
  JSON.stringify({ nameBefore, nameAfter, source: 'Local' }),
  0,
  false,
];

export const visibilityEntry = (visibility: 'Visible' | 'Hidden'): RichApiEntry => [
  OBJECT_EVENTS,
  65_539,
  '',
  JSON.stringify({ visibility }),
  0,
  false,
];
