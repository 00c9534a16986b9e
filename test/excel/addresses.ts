import { type Block, parseA1 } from '../../src/core/sheet';

/** "B2:C3", on the sheet "Model" unless it names another. */
export const at = (address: string): Block => parseA1(address, 'Model')!;
