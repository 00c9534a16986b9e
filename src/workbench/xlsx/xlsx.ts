// What the page loads when somebody opens or downloads a file.
export { type OpenedFile, workbookFromFile } from './opened-file';
export { missingInCopy, referencesInFile, writtenFile } from './changed-file';
export { CalculatedOtherwise, type OtherValue } from './calculated-otherwise';
export { sayUnsupported } from './unsupported';
