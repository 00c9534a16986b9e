/** The address that the gateway's add-in is built for; what it is served from is put in its place. */
export const PLACEHOLDER = 'https://gateway.invalid';
