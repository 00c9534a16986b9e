type Flag = string | null | undefined;

/** Excel writes 0 and 1, other programs false and true. What is not there is neither. */
export const isOff = (flag: Flag): boolean => flag === '0' || flag === 'false';
export const isOn = (flag: Flag): boolean => flag === '1' || flag === 'true';
