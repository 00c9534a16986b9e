import type { WorkbookMemory } from '../sheet/memory';
import type { OpenWorkbook } from './open-workbook';
import { sampleModel } from '../sheet/sample-model';

/** Shows the workbook of the last visit, or the sample. Returns a sentence if the last one is lost. */
export async function restore(current: OpenWorkbook, memory: WorkbookMemory): Promise<string | undefined> {
  try {
    const remembered = await memory.read();
    if (remembered) current.show(remembered.data, remembered.isUnsaved);
    else current.show(sampleModel());
    return undefined;
  } catch (error) {
    console.info('The remembered workbook cannot be used', error);
    current.show(sampleModel());
    return 'The workbook of your last visit could not be read. The sample model is open instead.';
  }
}
