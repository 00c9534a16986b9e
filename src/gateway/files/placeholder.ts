/** The address that the gateway's add-in is built for; replaced by the address that serves it. */
export const PLACEHOLDER = 'https://gateway.invalid';
