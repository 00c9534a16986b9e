/** What two spellings of one name have in common: services differ in what they write between its parts, BRK.B and BRK-B. */
export const lettersOf = (name: string): string => name.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase();
