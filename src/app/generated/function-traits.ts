// Written by `npm run docs` from the catalog: change that instead.
import type { FunctionTraits } from '../function-traits';

/** What refresh and the settings must know of every function, without its code. */
export const TRAITS: readonly FunctionTraits[] = [
  {"id":"QUOTE","requests":"packed","parameters":[{"name":"symbols","role":"symbols"},{"name":"fields"},{"name":"area","role":"area"},{"name":"precision","role":"decimals"},{"name":"headers"}],"sources":["GET /currencies/quotes","GET /crypto/quotes","GET /indices/quotes","GET /stocks/quotes","GET /commodities/quotes"]},
  {"id":"HOURS","requests":"merged","parameters":[{"name":"mics","role":"exchanges"},{"name":"start","role":"date"},{"name":"end","role":"date"},{"name":"fields"},{"name":"headers"},{"name":"zone"}],"sources":["GET /stocks/markets/hours","GET /stocks/markets"]},
  {"id":"FILINGS","requests":"each","parameters":[{"name":"tickers","role":"symbols"},{"name":"type","role":"filing-type"},{"name":"limit","role":"quantity"},{"name":"fields"},{"name":"headers"}],"sources":["GET /stocks/filings"]},
  {"id":"SCORE","requests":"each","parameters":[{"name":"symbols","role":"symbols"},{"name":"models","role":"models"},{"name":"field"},{"name":"headers"}],"sources":["GET /stocks/{symbol}/scores"]},
  {"id":"HOLIDAYS","requests":"merged","parameters":[{"name":"mics","role":"exchanges"},{"name":"start","role":"date"},{"name":"end","role":"date"},{"name":"fields"},{"name":"headers"},{"name":"zone"},{"name":"type"}],"sources":["GET /stocks/markets/holidays","GET /stocks/markets"]},
  {"id":"MARKETS","requests":"merged","parameters":[{"name":"mics","role":"exchanges"},{"name":"fields"},{"name":"headers"}],"sources":["GET /stocks/markets"]},
  {"id":"STATUS","requests":"merged","parameters":[{"name":"mics","role":"exchanges"},{"name":"fields"},{"name":"headers"},{"name":"zone"}],"sources":["GET /stocks/markets/status","GET /stocks/markets/hours","GET /stocks/markets/holidays"]},
  {"id":"SYMBOLS","requests":"alone","parameters":[{"name":"area","role":"area"},{"name":"filter"},{"name":"limit","role":"quantity"},{"name":"fields"},{"name":"headers"}],"sources":["GET /currencies/symbols","GET /crypto/symbols","GET /indices/symbols","GET /stocks/symbols","GET /commodities/symbols"]},
  {"id":"TICKS","requests":"alone","parameters":[{"name":"symbol","role":"symbols"},{"name":"start","role":"moment"},{"name":"end","role":"moment"},{"name":"limit","role":"quantity"},{"name":"fields"},{"name":"headers"},{"name":"interval","role":"bar-length"},{"name":"fill"}],"sources":["GET /indices/{symbol}/ticks"]},
  {"id":"CONVERT","requests":"pair","parameters":[{"name":"amount","role":"quantity"},{"name":"from","role":"currency"},{"name":"to","role":"currency"},{"name":"area","role":"area"},{"name":"precision","role":"decimals"}],"sources":["GET /currencies/convert/{from}/{to}","GET /crypto/convert/{from}/{to}"]},
  {"id":"NEWS","requests":"alone","parameters":[{"name":"area","role":"area"},{"name":"limit","role":"quantity"},{"name":"fields"},{"name":"headers"},{"name":"symbols"}],"sources":["GET /currencies/news","GET /crypto/news","GET /indices/news","GET /stocks/news","GET /commodities/news"]},
  {"id":"USAGE","requests":"alone","parameters":[{"name":"interval"},{"name":"limit","role":"quantity"},{"name":"headers"}],"sources":["GET /account/usage"]},
  {"id":"GET","requests":"alone","takesPath":true,"parameters":[{"name":"path"},{"name":"parameters"},{"name":"pick"},{"name":"headers"}],"sources":[]},
  {"id":"LIVE","requests":"packed","isStreaming":true,"everySeconds":10,"parameters":[{"name":"symbol","role":"symbols"},{"name":"field"},{"name":"area","role":"area"},{"name":"seconds","role":"interval"},{"name":"headers"}],"sources":["GET /currencies/quotes","GET /crypto/quotes","GET /indices/quotes","GET /stocks/quotes","GET /commodities/quotes"]},
  {"id":"ISOPEN","requests":"year","parameters":[{"name":"mic","role":"exchanges"},{"name":"at","role":"moment"},{"name":"zone"}],"sources":["GET /stocks/markets/hours","GET /stocks/markets/holidays"]},
  {"id":"WORKDAY","requests":"year","parameters":[{"name":"start","role":"date"},{"name":"days","role":"quantity"},{"name":"mics","role":"exchanges"}],"sources":["GET /stocks/markets/hours","GET /stocks/markets/holidays"]},
  {"id":"NETWORKDAYS","requests":"year","parameters":[{"name":"start","role":"date"},{"name":"end","role":"date"},{"name":"mics","role":"exchanges"}],"sources":["GET /stocks/markets/hours","GET /stocks/markets/holidays"]},
  {"id":"SETTLE","requests":"year","parameters":[{"name":"trade_date","role":"date"},{"name":"mic","role":"exchanges"},{"name":"days","role":"quantity"}],"sources":["GET /stocks/markets/hours","GET /stocks/markets","GET /stocks/markets/holidays"]},
  {"id":"COMPLETE","requests":"alone","parameters":[{"name":"range"}],"sources":[]},
];
