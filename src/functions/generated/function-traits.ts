// Written by `npm run docs` from the catalog: change that instead.
import type { FunctionTraits } from '../../app/function-traits';

/** What refresh and the settings must know of every function, without its code. */
export const TRAITS: readonly FunctionTraits[] = [
  {"id":"QUOTE","requests":"packed","parameters":[{"name":"symbols","holdsSymbols":true},{"name":"fields"},{"name":"area"},{"name":"precision"},{"name":"headers"}],"sources":["GET /currencies/quotes","GET /crypto/quotes","GET /indices/quotes","GET /stocks/quotes","GET /commodities/quotes"]},
  {"id":"HOURS","requests":"merged","parameters":[{"name":"mics"},{"name":"start","isDate":true},{"name":"end","isDate":true},{"name":"fields"},{"name":"headers"},{"name":"zone"}],"sources":["GET /stocks/markets/hours","GET /stocks/markets"]},
  {"id":"FILINGS","requests":"each","parameters":[{"name":"tickers","holdsSymbols":true},{"name":"type"},{"name":"limit"},{"name":"fields"},{"name":"headers"}],"sources":["GET /stocks/filings"]},
  {"id":"SCORE","requests":"each","parameters":[{"name":"symbols","holdsSymbols":true},{"name":"models"},{"name":"field"},{"name":"headers"}],"sources":["GET /stocks/{symbol}/scores"]},
  {"id":"HOLIDAYS","requests":"merged","parameters":[{"name":"mics"},{"name":"start","isDate":true},{"name":"end","isDate":true},{"name":"fields"},{"name":"headers"},{"name":"zone"},{"name":"type"}],"sources":["GET /stocks/markets/holidays","GET /stocks/markets"]},
  {"id":"MARKETS","requests":"merged","parameters":[{"name":"mics"},{"name":"fields"},{"name":"headers"}],"sources":["GET /stocks/markets"]},
  {"id":"STATUS","requests":"merged","parameters":[{"name":"mics"},{"name":"fields"},{"name":"headers"},{"name":"zone"}],"sources":["GET /stocks/markets/status"]},
  {"id":"SYMBOLS","requests":"alone","parameters":[{"name":"area"},{"name":"filter"},{"name":"limit"},{"name":"fields"},{"name":"headers"}],"sources":["GET /currencies/symbols","GET /crypto/symbols","GET /indices/symbols","GET /stocks/symbols","GET /commodities/symbols"]},
  {"id":"TICKS","requests":"alone","parameters":[{"name":"symbol","holdsSymbols":true},{"name":"start"},{"name":"end"},{"name":"limit"},{"name":"fields"},{"name":"headers"},{"name":"interval"}],"sources":["GET /indices/{symbol}/ticks"]},
  {"id":"CONVERT","requests":"alone","parameters":[{"name":"amount"},{"name":"from"},{"name":"to"},{"name":"area"},{"name":"precision"}],"sources":["GET /currencies/convert/{from}/{to}","GET /crypto/convert/{from}/{to}"]},
  {"id":"NEWS","requests":"alone","parameters":[{"name":"area"},{"name":"limit"},{"name":"fields"},{"name":"headers"}],"sources":["GET /currencies/news","GET /crypto/news","GET /indices/news","GET /stocks/news","GET /commodities/news"]},
  {"id":"USAGE","requests":"alone","parameters":[{"name":"interval"},{"name":"limit"},{"name":"headers"}],"sources":["GET /account/usage"]},
  {"id":"GET","requests":"alone","parameters":[{"name":"path"},{"name":"parameters"},{"name":"pick"},{"name":"headers"}],"sources":[]},
  {"id":"LIVE","requests":"packed","isStreaming":true,"everySeconds":10,"parameters":[{"name":"symbol","holdsSymbols":true},{"name":"field"},{"name":"area"},{"name":"seconds"}],"sources":["GET /currencies/quotes","GET /crypto/quotes","GET /indices/quotes","GET /stocks/quotes","GET /commodities/quotes"]},
  {"id":"ISOPEN","requests":"year","parameters":[{"name":"mic"},{"name":"at"},{"name":"zone"}],"sources":["GET /stocks/markets/hours"]},
  {"id":"WORKDAY","requests":"year","parameters":[{"name":"start","isDate":true},{"name":"days"},{"name":"mics"}],"sources":["GET /stocks/markets/hours"]},
  {"id":"NETWORKDAYS","requests":"year","parameters":[{"name":"start","isDate":true},{"name":"end","isDate":true},{"name":"mics"}],"sources":["GET /stocks/markets/hours"]},
  {"id":"SETTLE","requests":"year","parameters":[{"name":"trade_date","isDate":true},{"name":"mic"},{"name":"days"}],"sources":["GET /stocks/markets/hours","GET /stocks/markets"]},
  {"id":"OK","requests":"alone","parameters":[{"name":"range"}],"sources":[]},
];
