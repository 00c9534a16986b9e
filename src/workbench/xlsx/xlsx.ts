// What the page loads when somebody opens or downloads a file.
export { type OpenedFile, workbookFromFile } from './opened-file';
export { changedFile, leftOut } from './changed-file';
export { hasMacros } from './changed-parts';
export { CalculatedOtherwise, type OtherValue } from './calculated-otherwise';
export { newFile } from './new-file';
export { Turns } from './turns';
export { sayUnsupported } from './unsupported';
