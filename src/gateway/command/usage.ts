/** What `--help` prints. */
export const USAGE = `npm run gateway -- --sandbox                          the add-in and a simulated service: no key, no network
npm run gateway -- --service URL --key-file PATH      the add-in and a service, from one address
npm run gateway -- token add NAME --tokens FILE       a personal token, printed once; also: token list, token revoke NAME
npm run check -- --service URL --key-file PATH        does the service do what the add-in expects?
docs/gateway.md describes every option.`;
