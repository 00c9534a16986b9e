/** The letters and digits of a name: services write different marks between its parts, BRK.B and BRK-B. */
export const lettersOf = (name: string): string => name.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase();
