import { fixCells } from '../../../../src/app/workbook/fix';
import {
  plansOf,
  planTranslation,
  planTranslations,
  translateFormula,
  withEnglishNames,
} from '../../../../src/app/workbook/translate';
import { Untranslatable } from '../../../../src/core/translation/given';
import { cellOf } from '../../../../src/core/sheet';
import { MemoryWorkbook } from '../../../support/memory-workbook';

/** What cells hold in the table below. */
const CELLS: Readonly<Record<string, readonly (string | number)[]>> = {
  A2: ['EUR Curncy'],
  A3: ['SPX Index'],
  A4: ['AAPL US Equity'],
  A5: ['JPY Curncy'],
  'A6:A7': ['EUR=', 'GBP='],
  A8: ['INDU Index'],
  A9: ['.SPX'],
  A10: ['CURRENCY:EURUSD'],
  A11: ['EURUSD'],
  A12: ['NYSE:IBM'],
  'A13:A14': ['EUR=', '.SPX'],
  'A15:A16': ['EUR Curncy', 'JPY Curncy'],
  B1: ['PX_LAST'],
  B9: ['VOD LN Equity'],
  B10: ['Curncy'],
  B11: ['AAPL US'],
  B12: ['Equity'],
  C2: ['NZ50G Index'],
  C1: ['PX_VOLUME'],
  D1: [46_000],
  D2: ['11/2/2026'],
  E2: ['EUR'],
  E3: ['JPY'],
};

const translated = (formula: string, ownArea = 'currencies'): string | undefined => {
  try {
    return translateFormula(formula, ownArea, (reference) => CELLS[reference.replaceAll('$', '')]);
  } catch (error) {
    if (error instanceof Untranslatable) return `${error.key}: ${error.what}`;
    throw error;
  }
};

/** The cell may hold another currency tomorrow, and the formula be filled down: the dollar is first in most pairs. */
const againstDollar = (code: string): string => `=MD.QUOTE(${pairOf(code)},"mid")`;
const againstDollarOf = (code: string): string => `=MD.QUOTE(LET(code,${code},${pairOf('code')}),"mid")`;
const pairOf = (code: string): string =>
  `IF(ISNUMBER(MATCH(${code},{"AUD","EUR","GBP","NZD"},0)),${code}&"USD","USD"&${code})`;

const BLOOMBERG: readonly (readonly [string, string])[] = [
  ['=BDP("EUR Curncy","PX_LAST")', '=MD.QUOTE("EURUSD","mid")'],
  ['=bdp ("eurusd curncy" , "px_bid" )', '=MD.QUOTE("EURUSD","bid")'],
  [
    `=1+_xll.BDP\n("EUR Curncy","PX_LAST")&"BDP (1)"&'BDP (1)'!A1`,
    `=1+MD.QUOTE("EURUSD","mid")&"BDP (1)"&'BDP (1)'!A1`,
  ],
  ['=SUM(A1:B2 (A1),BDP ("EUR Curncy","PX_LAST"))', '=SUM(A1:B2 (A1),MD.QUOTE("EURUSD","mid"))'],
  ['=bdp("eurusd curncy","px_bid")', '=MD.QUOTE("EURUSD","bid")'],
  ['=BDP("EURUSD BGN Curncy","ASK")', '=MD.QUOTE("EURUSD","ask")'],
  ['=BDP("JPY Curncy","Last Price")', '=MD.QUOTE("USDJPY","mid")'],
  ['=BDP("SPX Index","PX_LAST")', '=MD.QUOTE("SPX","mid","indices")'],
  ['=BDP("INDU Index","LAST_PRICE")', '=MD.QUOTE("DJI","mid","indices")'],
  ['=BDP("AAPL US Equity","PX_LAST")*$B$2', '=MD.QUOTE("AAPL","mid","stocks")*$B$2'],
  ['=BDP("BRK/B US Equity","PX_LAST")', '=MD.QUOTE("BRK.B","mid","stocks")'],
  ['=BDP("/ticker/BRK/B US Equity","PX_LAST")', '=MD.QUOTE("BRK.B","mid","stocks")'],
  ['=BDP("VOD LN Equity","PX_LAST")', '=MD.QUOTE("XLON:VOD","mid")'],
  ['=BDP("/ticker/BP/ LN Equity","PX_LAST")', '=MD.QUOTE("XLON:BP","mid")'],
  ['=BDP("BT/A LN Equity","PX_LAST")', '=MD.QUOTE("XLON:BT.A","mid")'],
  ['=BDP("/cusip/037833100 US Equity","PX_LAST")', 'noSymbol: /cusip/037833100 US Equity'],
  ['=BDP("XBTUSD Curncy","PX_LAST")', '=MD.QUOTE("BTCUSD","mid","crypto")'],
  ['=BDP("XAU Curncy","PX_LAST")', '=MD.QUOTE("XAUUSD","mid","commodities")'],
  ['=BDP("XAUUSD Curncy","PX_LAST")', '=MD.QUOTE("XAUUSD","mid","commodities")'],
  ['=BDP("AAPL US Equity","ALTMAN_Z_SCORE")', '=MD.SCORE("AAPL","altman-z")'],
  ['=_xll.BDP($A$11&" Curncy","PX_MID")', '=MD.QUOTE($A$11,"mid")'],
  ['=@BDP(A11&" Curncy","PX_LAST")', '=MD.QUOTE(A11,"mid")'],
  [`='C:\\blp\\Bloomberg.xlam'!BDP("EUR Curncy","PX_LAST")`, '=MD.QUOTE("EURUSD","mid")'],
  ['=BDP(E2&" Curncy","PX_LAST")', againstDollar('E2')],
  ['=BDP(E3&" Curncy","PX_LAST")', againstDollar('E3')],
  ['=BDP(A2,"PX_LAST")', againstDollarOf('SUBSTITUTE(A2," Curncy","")')],
  ['=BDP($A$5,"PX_LAST")', againstDollarOf('SUBSTITUTE($A$5," Curncy","")')],
  ['=BDP(A15:A16,"PX_LAST")', againstDollarOf('SUBSTITUTE(A15:A16," Curncy","")')],
  ['=BDP(A8,"PX_LAST")', '=MD.QUOTE(SUBSTITUTE(A8,"INDU Index","DJI"),"mid","indices")'],
  ['=BDP($B$9,"PX_LAST")', '=MD.QUOTE(SUBSTITUTE($B$9,"VOD LN Equity","XLON:VOD"),"mid","stocks")'],
  ['=BDP(Z9,"PX_LAST")', '=MD.QUOTE(Z9,"mid")'],
  ['=BDP(A:A,"PX_LAST")', '=MD.QUOTE(A:A,"mid")'],
  ['=BDP(Ticker,"PX_LAST")', '=MD.QUOTE(Ticker,"mid")'],
  ['=BDP(IF(Z1="",Z2,Z3),"PX_LAST")', '=MD.QUOTE(IF(Z1="",Z2,Z3),"mid")'],
  [`=BDP('My sheet'!$A$1&" Index","PX_LAST")`, `=MD.QUOTE('My sheet'!$A$1,"mid","indices")`],
  ['=BDP(Table1[@Ticker]&" US Equity","PX_LAST")', '=MD.QUOTE(Table1[@Ticker],"mid","stocks")'],
  [
    '=BDP(A3,B$1)',
    '=MD.QUOTE(SUBSTITUTE(A3," Index",""),SWITCH(B$1,"PX_LAST","mid","PX_BID","bid","PX_ASK","ask","LAST_UPDATE","timestamp",B$1),"indices")',
  ],
  ['=IFERROR(BDP(E2&"USD Curncy","PX_LAST"),"n/a; BDP(1)")', '=IFERROR(MD.QUOTE(E2&"USD","mid"),"n/a; BDP(1)")'],
  [
    '=SUM(BDP("EUR Curncy","PX_BID"),BDP("JPY Curncy","PX_ASK"))/2',
    '=SUM(MD.QUOTE("EURUSD","bid"),MD.QUOTE("USDJPY","ask"))/2',
  ],
  ['=BDP("SPX Index","PX_YEST_CLOSE")', '=INDEX(MD.TICKS("SPX",TODAY()-14,TODAY()+2,-2,"close",FALSE,"day"),1)'],
  ['=BDP("AS51 Index","PX_LAST")', '=MD.QUOTE("AS51","mid","indices")'],
  ['=BDH(C2,"PX_LAST",D1,D1)', '=MD.TICKS(SUBSTITUTE(C2," Index",""),D1,D1+1,50000,"time,close",FALSE,"day")'],
  [
    '=BDH("SPX Index","PX_LAST","20261102","20261127")',
    '=MD.TICKS("SPX","2026-11-02","2026-11-28",,"time,close",FALSE,"day")',
  ],
  [
    '=BDH("SPX Index","PX_LAST","11/2/2026","11/27/2026")',
    '=MD.TICKS("SPX","2026-11-02","2026-11-28",,"time,close",FALSE,"day")',
  ],
  [
    '=BDH("SPX Index","PX_LAST","31.10.2026","1.11.2026")',
    '=MD.TICKS("SPX","2026-10-31","2026-11-02",,"time,close",FALSE,"day")',
  ],
  [
    '=BDH("SPX Index","PX_LAST","11/11/2026","12/12/2026")',
    '=MD.TICKS("SPX","2026-11-11","2026-12-13",,"time,close",FALSE,"day")',
  ],
  ['=BDH("SPX Index","PX_LAST",D1,TODAY())', '=MD.TICKS("SPX",D1,TODAY()+1,50000,"time,close",FALSE,"day")'],
  [
    '=BDH("SPX Index",{"PX_OPEN","PX_LAST"},DATE(2026,1,1),"")',
    '=MD.TICKS("SPX",DATE(2026,1,1),TODAY()+1,50000,"time,open,close",FALSE,"session")',
  ],
  [
    '=BDH("SPX Index","PX_LAST","20261102","20261127","Per=W","Dts=H")',
    '=MD.TICKS("SPX","2026-11-02","2026-11-28",,"close",FALSE,"week")',
  ],
  [
    '=BDH("SPX Index","PX_LAST",TODAY()-30,TODAY()-1,"per=cd","Dts=H")',
    '=MD.TICKS("SPX",TODAY()-30,TODAY()-1+1,50000,"close",FALSE,"day")',
  ],
  [
    '=BDH("SPX Index","PX_LAST","2020-01-01","2026-11-27","Dir=V","cols=2;rows=100")',
    '=MD.TICKS("SPX","2020-01-01","2026-11-28",50000,"time,close",FALSE,"day")',
  ],
  [
    '=AVERAGE(BDH("SPX Index","PX_LAST","-5CY","","Dts=H"))',
    '=AVERAGE(MD.TICKS("SPX",EDATE(TODAY(),-60),TODAY()+1,50000,"close",FALSE,"day"))',
  ],
  [
    '=BDH("SPX Index","PX_LAST",TEXT(TODAY()-30,"yyyymmdd"),TEXT($F$2,"m/d/yyyy"))',
    '=MD.TICKS("SPX",TODAY()-30,$F$2+1,50000,"time,close",FALSE,"day")',
  ],
  ['=RTD("bloomberg.rtd","","EUR Curncy","LAST_PRICE")', '=MD.LIVE("EURUSD","mid")'],
  [`=BLP|M!'EUR Curncy,[PX_LAST]'`, '=MD.LIVE("EURUSD","mid")'],
  [`=IFERROR('BLP'|'M'!'SPX Index,[PX_BID]',"a|b!c")`, '=IFERROR(MD.LIVE("SPX","bid","indices"),"a|b!c")'],
  ['=BDP("gbpusd curncy","PX_LAST")', '=MD.QUOTE("GBPUSD","mid")'],
  ['=BDP({"EUR Curncy";"GBP Curncy"},{"PX_BID","PX_ASK"})', '=MD.QUOTE("EURUSD,GBPUSD","bid,ask")'],
  ['="a & b: "&TEXT(BDP("EUR Curncy","PX_LAST"),"0.00")', '="a & b: "&TEXT(MD.QUOTE("EURUSD","mid"),"0.00")'],
  [
    '=BDH("SPX Index","PX_LAST","20261102","20261127","Per","W","Dts","H","Fill","P")',
    '=MD.TICKS("SPX","2026-11-02","2026-11-28",,"close",FALSE,"week")',
  ],
  ['=BDP(E2&" "&$B$10,"PX_LAST")', againstDollarOf('SUBSTITUTE(E2&" "&$B$10," Curncy","")')],
  ['=BDP(B11&" "&B12,"PX_BID")', '=MD.QUOTE(SUBSTITUTE(B11&" "&B12," US Equity",""),"bid","stocks")'],
  [
    '=BDH("SPX Index","PX_LAST",TEXT(D1,"JJJJMMTT"),TEXT($D$1,"aaaammjj"))',
    '=MD.TICKS("SPX",D1,$D$1+1,50000,"time,close",FALSE,"day")',
  ],
  ['=BDP("EUR"&B$2&" Curncy","PX_LAST")', '=MD.QUOTE("EUR"&B$2,"mid")'],
  ['=BDP(CONCATENATE(Z2," US Equity"),"PX_LAST")', '=MD.QUOTE(Z2,"mid","stocks")'],
  ['=BLP("EURUSD Curncy","Last_Price")', '=MD.QUOTE("EURUSD","mid")'],
  ['=BDP(Data!$A:$A,"PX_BID")', '=MD.QUOTE(Data!$A:$A,"bid")'],
];

const LSEG: readonly (readonly [string, string])[] = [
  ['=RDP.Data("EUR=","BID;ASK")', '=MD.QUOTE("EURUSD","bid,ask")'],
  ['=RDP.Data("EUR=","CF_BID;CF_ASK","CH=Fd RH=IN")', '=MD.QUOTE("EURUSD","symbol,bid,ask",,,TRUE)'],
  ['=TR("AAPL.O","CF_LAST","CH=Fd")', '=MD.QUOTE("AAPL","mid","stocks",,TRUE)'],
  ['=TR({"EUR=","JPY="},"CF_LAST","RH=IN")', '=MD.QUOTE("EURUSD,USDJPY","symbol,mid")'],
  ['=RDP_Data("EURGBP=","CF_LAST")', '=MD.QUOTE("EURGBP","mid")'],
  ['=TR("EUR=;GBP=","CF_LAST")', '=MD.QUOTE("EURUSD,GBPUSD","mid")'],
  ['=TR("AAPL.O;.SPX","CF_LAST")', '=MD.QUOTE("stocks:AAPL,indices:SPX","mid")'],
  ['=TR("BRKb.N","CF_LAST")', '=MD.QUOTE("BRK.B","mid","stocks")'],
  ['=TR("7203.T","CF_LAST")', '=MD.QUOTE("XTKS:7203","mid")'],
  ['=TR(A6:A7,"CF_BID")', againstDollarOf('SUBSTITUTE(A6:A7,"=","")').replace('mid', 'bid')],
  [
    '=RDP.Data(".SPX","TR.PriceClose","SDate=2026-11-02 EDate=2026-11-27 Frq=D CH=Fd RH=date")',
    '=MD.TICKS("SPX","2026-11-02","2026-11-28",,"time,close",TRUE,"day")',
  ],
  [
    '=TR(A9,"TR.PriceClose(SDate=-1M,EDate=0D,Frq=D)","RH=date")',
    '=MD.TICKS(SUBSTITUTE(A9,".",""),EDATE(TODAY(),-1),TODAY()+1,50000,"time,close",FALSE,"day")',
  ],
  ['=TR(".SPX","TR.PriceClose","SDate="&D1&" EDate="&F2)', '=MD.TICKS("SPX",D1,F2+1,50000,"close",FALSE,"day")'],
  [
    '=RHistory(".SPX",".Timestamp;.Close","START:02-Nov-2026 END:27-Nov-2026 INTERVAL:1D",,"Sort:ASC")',
    '=MD.TICKS("SPX","2026-11-02","2026-11-28",,"time,close",FALSE,"day")',
  ],
  [
    '=RHistory(".SPX",".Close","START:11/2/2026 END:11/27/2026 INTERVAL:1D",,"SORT:ASC")',
    '=MD.TICKS("SPX","2026-11-02","2026-11-28",,"time,close",FALSE,"day")',
  ],
  [
    '=RHistory(".SPX",".Timestamp;.Close","START:-1M INTERVAL:1D",,"TSREPEAT:NO CH:Fd SORT:ASC")',
    '=MD.TICKS("SPX",EDATE(TODAY(),-1),TODAY()+1,50000,"time,close",TRUE,"day")',
  ],
  [
    '=RDP.HistoricalPricing(".SPX","TRDPRC_1","START:02-Nov-2026 INTERVAL:P1D",,"SORT:ASC")',
    '=MD.TICKS("SPX","2026-11-02",TODAY()+1,50000,"time,close",FALSE,"day")',
  ],
  [
    '=RDP.HistoricalPricing(".SPX","TRDPRC_1","START:"&D1&" END:"&D1&" INTERVAL:P1D")',
    '=MD.TICKS("SPX",D1,D1+1,50000,"time,close",FALSE,"day")',
  ],
  [
    '=RHistory(".SPX","TRDPRC_1.Timestamp;TRDPRC_1.Close","START:02-Nov-2026 END:27-Nov-2026 INTERVAL:1D",,"SORT:ASC")',
    '=MD.TICKS("SPX","2026-11-02","2026-11-28",,"time,close",FALSE,"day")',
  ],
  ['=TR(".SPX","TR.PriceClose(SDate="&D1&")")', '=MD.TICKS("SPX",D1,D1+1,-1,"close",FALSE,"day")'],
  [
    '=TR($Z$5,"TR.PriceClose(SDate="&TEXT(Z$4,"yyyy-mm-dd")&",Frq=D)")',
    '=MD.TICKS($Z$5,Z$4,Z$4+1,-1,"close",FALSE,"day")',
  ],
  ['=RtGet("IDN","JPY=","ASK")', '=MD.LIVE("USDJPY","ask")'],
  [
    '=TR(".SPX",Z1,"SDate=-1M EDate=0D RH=date")',
    '=MD.TICKS("SPX",EDATE(TODAY(),-1),TODAY()+1,50000,"time,"&SWITCH(Z1,"TR.PRICECLOSE","close","TR.PRICEOPEN","open","TR.PRICEHIGH","high","TR.PRICELOW","low","TR.PRICECLOSE.DATE","time",Z1),FALSE,"session")',
  ],
];

const FACTSET_AND_CAPITAL_IQ: readonly (readonly [string, string])[] = [
  ['=FDS("AAPL-US","P_PRICE(NOW)")', '=MD.QUOTE("AAPL","mid","stocks")'],
  ['=FDS(A4,"FG_PRICE(NOW)")', '=MD.QUOTE(SUBSTITUTE(A4," US Equity",""),"mid","stocks")'],
  ['=FDS("SP50","P_PRICE(11/2/2026,11/27/2026,D)")', '=MD.TICKS("SPX","2026-11-02","2026-11-28",,"close",FALSE,"day")'],
  [
    '=FDS("SP50","P_PRICE(\'11/2/2026\',\'11/27/2026\',D)")',
    '=MD.TICKS("SPX","2026-11-02","2026-11-28",,"close",FALSE,"day")',
  ],
  ['=FDS("SP50","P_PRICE("&D1&")")', '=MD.TICKS("SPX",D1,D1+1,-1,"close",FALSE,"day")'],
  ['=CIQ("NasdaqGS:AAPL","IQ_LASTSALEPRICE")', '=MD.QUOTE("AAPL","mid","stocks")'],
  ['=CIQ("LSE:VOD","IQ_LASTSALEPRICE")', '=MD.QUOTE("XLON:VOD","mid")'],
  ['=FDS("IBM-US","FF_ZSCORE")', '=MD.SCORE("IBM","altman-z")'],
  ['=CIQ("NYSE:IBM","IQ_Z_SCORE")', '=MD.SCORE("IBM","altman-z")'],
  ['=CIQ("^SPX","IQ_CLOSEPRICE","11/20/2026")', '=MD.TICKS("SPX","2026-11-20","2026-11-21",-1,"close",FALSE,"day")'],
];

const GOOGLE_AND_EXCEL: readonly (readonly [string, string])[] = [
  ['=GOOGLEFINANCE("CURRENCY:EURUSD")', '=MD.QUOTE("EURUSD","mid")'],
  ['=googlefinance("currency:usdjpy","price")', '=MD.QUOTE("USDJPY","mid")'],
  ['=GOOGLEFINANCE("CURRENCY:"&E2&E3)', '=MD.QUOTE(E2&E3,"mid")'],
  ['=GOOGLEFINANCE("CURRENCY:"&Z2&Z3)', '=MD.QUOTE(Z2&Z3,"mid")'],
  ['=GOOGLEFINANCE("CURRENCY:"&Z2&"EUR")', '=MD.QUOTE(Z2&"EUR","mid")'],
  ['=GOOGLEFINANCE("CURRENCY:EUR"&Z2)', '=MD.QUOTE("EUR"&Z2,"mid")'],
  ['=GOOGLEFINANCE(CONCATENATE("CURRENCY:",Z2,"EUR"))', '=MD.QUOTE(Z2&"EUR","mid")'],
  ['=GOOGLEFINANCE("CURRENCY:"&Z2&"USD")', '=MD.QUOTE(Z2&"USD","mid")'],
  ['=GOOGLEFINANCE(A10)', '=MD.QUOTE(SUBSTITUTE(A10,"CURRENCY:",""),"mid")'],
  ['=GOOGLEFINANCE(A12)', '=MD.QUOTE(A12,"mid")'],
  ['=GOOGLEFINANCE("NASDAQ:"&Z2)', '=MD.QUOTE("NASDAQ:"&Z2,"mid")'],
  ['=GOOGLEFINANCE("NASDAQ:GOOG","tradetime")', '=MD.QUOTE("GOOG","timestamp","stocks")'],
  ['=GOOGLEFINANCE("BTCUSD")', '=MD.QUOTE("BTCUSD","mid","crypto")'],
  ['=GOOGLEFINANCE("TSE:RY")', '=MD.QUOTE("XTSE:RY","mid")'],
  ['=GOOGLEFINANCE("INDEXSP:.INX")', '=MD.QUOTE("SPX","mid","indices")'],
  [
    '=GOOGLEFINANCE("INDEXDJX:.DJI","closeyest")',
    '=INDEX(MD.TICKS("DJI",TODAY()-14,TODAY()+2,-2,"close",FALSE,"day"),1)',
  ],
  ['{=GOOGLEFINANCE("CURRENCY:EURUSD")}', '=MD.QUOTE("EURUSD","mid")'],
  ['={=BDP("JPY Curncy","PX_MID")*2}', '=MD.QUOTE("USDJPY","mid")*2'],
  ['=ARRAYFORMULA(GOOGLEFINANCE(A10))', '=MD.QUOTE(SUBSTITUTE(A10,"CURRENCY:",""),"mid")'],
  [
    '=arrayformula(A11&GOOGLEFINANCE("CURRENCY:EURUSD"))*TO_DATE(INDEX(GOOGLEFINANCE("BTCUSD"),1))',
    '=(A11&MD.QUOTE("EURUSD","mid"))*INDEX(MD.QUOTE("BTCUSD","mid","crypto"),1)',
  ],
  ['=IFERROR(GOOGLEFINANCE("CURRENCY:EURUSD"))', '=IFERROR(MD.QUOTE("EURUSD","mid"),"")'],
  ['=IFERROR(GOOGLEFINANCE("CURRENCY:EURUSD"),0)', '=IFERROR(MD.QUOTE("EURUSD","mid"),0)'],
  [
    '=IFERROR(__xludf.DUMMYFUNCTION("ARRAYFORMULA(GOOGLEFINANCE(""CURRENCY:EURUSD"")*A11)"),1.05855)',
    '=(MD.QUOTE("EURUSD","mid")*A11)',
  ],
  [
    '=GOOGLEFINANCE("INDEXSP:.INX","close",DATE(2026,11,2),DATE(2026,11,27),"DAILY")',
    '=MD.TICKS("SPX",DATE(2026,11,2),DATE(2026,11,27),50000,"time,close",TRUE,"day")',
  ],
  [
    '=GOOGLEFINANCE("INDEXSP:.INX","price","2026-11-02","2026-11-10")',
    '=MD.TICKS("SPX","2026-11-02","2026-11-10",,"time,close",TRUE,"day")',
  ],
  [
    '=VLOOKUP(D1+16/24,GOOGLEFINANCE("INDEXDJX:.DJI","close",D1-7,7),2,TRUE)',
    '=VLOOKUP(D1+16/24,MD.TICKS("DJI",D1-7,D1-7+7,50000,"time,close",TRUE,"day"),2,TRUE)',
  ],
  [
    '=INDEX(GOOGLEFINANCE("INDEXSP:.INX","close",DATE(2026,11,2)),2,2)',
    '=INDEX(MD.TICKS("SPX",DATE(2026,11,2),DATE(2026,11,2)+1,,"time,close",TRUE,"day"),2,2)',
  ],
  [
    '=GOOGLEFINANCE("INDEXSP:.INX","close","2026-11-02",5)',
    '=MD.TICKS("SPX","2026-11-02","2026-11-07",,"time,close",TRUE,"day")',
  ],
  [
    '=STOCKHISTORY(A3,"2026-11-02","2026-11-27",0,0,1)',
    '=MD.TICKS(SUBSTITUTE(A3," Index",""),"2026-11-02","2026-11-28",,"close",FALSE,"day")',
  ],
  [
    '=_xlfn.STOCKHISTORY("^SPX",DATE(2026,11,2),,0,1,0,2,3,4,1)',
    '=MD.TICKS("SPX",DATE(2026,11,2),DATE(2026,11,2)+1,,"time,open,high,low,close",TRUE,"session")',
  ],
  [
    '=STOCKHISTORY("^SPX","2026-11-04","2026-11-22",1,0,1)',
    '=MD.TICKS("SPX","2026-11-04","2026-11-23",,"close",FALSE,"week")',
  ],
  [
    '=STOCKHISTORY("SPX","2026-11-02","2026-11-20")',
    '=MD.TICKS("SPX","2026-11-02","2026-11-21",,"time,close",TRUE,"day")',
  ],
  [
    '=STOCKHISTORY("XCBO:SPX","2026-11-02","2026-11-20",0,0,1)',
    '=MD.TICKS("SPX","2026-11-02","2026-11-21",,"close",FALSE,"day")',
  ],
  ['=GOOGLEFINANCE("INDEXSP:.INX","close",D1,2000)', '=MD.TICKS("SPX",D1,D1+2000,50000,"time,close",TRUE,"day")'],
  ['=GOOGLEFINANCE("INDEXASX:XJO")', '=MD.QUOTE("AS51","mid","indices")'],
  ['=TR(".AXJO","CF_LAST")', '=MD.QUOTE("AS51","mid","indices")'],
  ['=BDP("IBOV Index","PX_LAST")', '=MD.QUOTE("BVSP","mid","indices")'],
  ['=STOCKHISTORY("^SSMI",D1,,0,0,1)', '=MD.TICKS("SMI",D1,D1+1,,"close",FALSE,"day")'],
  // A bank in New York, and no index of Paris.
  ['=GOOGLEFINANCE("CAC")', '=MD.QUOTE("CAC","mid","stocks")'],
  ['=GOOGLEFINANCE("NDX")', '=MD.QUOTE("NDX","mid","indices")'],
  ['=B2.Price', '=MD.QUOTE(B2,"mid")'],
  ['=$B2.Price*$B$3+B3.[Last trade time]', '=MD.QUOTE($B2,"mid")*$B$3+MD.QUOTE(B3,"timestamp")'],
  [`='My s'!B2.Price`, `=MD.QUOTE('My s'!B2,"mid")`],
  ['=Table1[@Stock].Price', '=MD.QUOTE(Table1[@Stock],"mid")'],
  ['=SUM(B2:B5.Price)', '=SUM(MD.QUOTE(B2:B5,"mid"))'],
  ['=FIELDVALUE($B2,"Price")', '=MD.QUOTE($B2,"mid")'],
];

const REFUSED: readonly (readonly [string, string])[] = [
  ['=BDP("AAPL US Equity","PX_VOLUME")', 'noField: PX_VOLUME'],
  ['=BDP("AAPL US Equity","CUR_MKT_CAP")', 'noField: CUR_MKT_CAP'],
  ['=BDP(A4,C1)', 'noField: PX_VOLUME'],
  ['=BDP("EUR Curncy","ALTMAN_Z_SCORE")', 'noField: ALTMAN_Z_SCORE'],
  ['=BDP("AAPL US Equity","PX_LAST")/BDP("AAPL US Equity","PX_VOLUME")', 'noField: PX_VOLUME'],
  ['=BDP("AAPL US Equity","PX_YEST_CLOSE")', 'onlyClose: PX_YEST_CLOSE'],
  ['=BDP("GC1 Comdty","PX_LAST")', 'noSymbol: GC1 Comdty'],
  ['=BDP("ES1 Index","PX_LAST")', 'noSymbol: ES1 Index'],
  ['=BDP("EURUSD1M Curncy","PX_LAST")', 'noSymbol: EURUSD1M Curncy'],
  ['=BDP("/isin/US0378331005","PX_LAST")', 'noSymbol: /isin/US0378331005'],
  ['=TR(A13:A14,"CF_BID")', 'inCell: A13:A14'],
  ['=BDP("EURUSD Curncy","PX_LAST","PRICING_SOURCE","BGN")', 'noOption: PRICING_SOURCE'],
  ['=BDH("EUR Curncy","PX_LAST","20261102","20261127")', 'noHistory: EURUSD'],
  ['=BDH("SPX Index","PX_LAST","11/2/2026","11/7/2026")', 'noDate: 11/2/2026'],
  ['=BDH("SPX Index","PX_LAST","11/2/2026",46000)', 'noDate: 11/2/2026'],
  ['=BDH("SPX Index","PX_LAST","-1CM","20251231")', 'noDate: -1CM'],
  ['=BDH("SPX Index","PX_LAST","ED-1CM","")', 'noDate: ED-1CM'],
  ['=BDH("SPX Index","PX_LAST","20261102","","Per=AW")', 'noOption: AW'],
  ['=TR(".SPX","TR.PriceClose","SDate=-1CY EDate=0D")', 'noDate: -1CY'],
  ['=BDP("EURUSD WMCO Curncy","PX_LAST")', 'noSymbol: EURUSD WMCO Curncy'],
  ['=BDP("EUR BFIX Curncy","PX_LAST")', 'noSymbol: EUR BFIX Curncy'],
  ['=QUERY(GOOGLEFINANCE("CURRENCY:EURUSD"),"select Col2")', 'onlySheets: QUERY'],
  ['=1+SPARKLINE(GOOGLEFINANCE("CURRENCY:EURUSD"))', 'onlySheets: SPARKLINE'],
  ['=BDH("SPX Index","PX_LAST",D1,TEXT(F2,"MMM JJJJ"))', 'noDate: TEXT(F2,"MMM JJJJ")'],
  ['=BDH("SPX Index","PX_LAST",D1,TEXT(F2,"mmm yyyy"))', 'noDate: TEXT(F2,"mmm yyyy")'],
  ['=BDH("SPX Index","PX_LAST",TEXT(F1,"x")+TEXT(F2,"yyyymmdd"))', 'noDate: TEXT(F1,"x")+TEXT(F2,"yyyymmdd")'],
  ['=BDH("SPX Index","PX_LAST",TEXT(F1&F2,"yyyymmdd"))', 'noDate: TEXT(F1&F2,"yyyymmdd")'],
  ['=BDH("SPX Index","PX_LAST",D2)', 'noDate: 11/2/2026'],
  ['=BDH("SPX Index","PX_LAST","20261102","","Per=M")', 'noOption: M'],
  // Others give a week the date of its Friday, or of its first session.
  ['=BDH("SPX Index","PX_LAST","-1CY","","Per=W")', 'otherDates: '],
  ['=RHistory(".SPX",".Timestamp;.Close","START:-1Y INTERVAL:1W",,"CH:Fd SORT:ASC")', 'otherDates: '],
  ['=GOOGLEFINANCE("INDEXSP:.INX","price",DATE(2026,1,2),TODAY(),"WEEKLY")', 'otherDates: '],
  ['=STOCKHISTORY("^SPX","2026-11-04","2026-11-18",1,0,0,1)', 'otherDates: '],
  // The last week would be cut off, or still run.
  ['=STOCKHISTORY("^SPX","2026-11-04","2026-11-18",1,0,1)', 'otherDates: '],
  ['=BDH("SPX Index","PX_LAST","-1CY","","Per=W","Dts=H")', 'otherDates: '],
  // The first one would be cut off.
  ['=STOCKHISTORY("^SPX","2026-11-04","2026-11-22",1,0,3)', 'otherDates: '],
  ['=BDS("SPX Index","INDX_MEMBERS")', 'noField: INDX_MEMBERS'],
  ['=BQL("SPX Index","px_last")', 'noFunction: BQL'],
  ['=OBB.EQUITY.PRICE.QUOTE("AAPL")', 'noFunction: OBB.EQUITY.PRICE.QUOTE'],
  ['=IFERROR(WISEPRICE("AAPL","Price"),"")', 'noFunction: WISEPRICE'],
  ['=hf_close("AAPL","2026-11-02")*2', 'noFunction: HF_CLOSE'],
  ['=QM_Last("AAPL")', 'noFunction: QM_LAST'],
  ['=BDP("EUR Curncy")', 'unfinished: '],
  ['=BDH("SPX Index",,"20261102")', 'unfinished: '],
  ['=BDS("SPX Index"', 'unfinished: '],
  ['=RtGet("IDN","JPY=")', 'unfinished: '],
  ['=GOOGLEFINANCE("NASDAQ:&A6)', 'unfinished: '],
  ['=BDP("EUR Curncy,"PX_LAST")', 'unfinished: '],
  // Without the option it would be no better.
  ['=BDH("SPX Index","FOO_BAR","20261102","20261127","Days=W")', 'noField: FOO_BAR'],
  ['=BDP("AAPL US Equity","BEST_EPS","BEST_FPERIOD_OVERRIDE=1BF")', 'noField: BEST_EPS'],
  // Our scores are the newest.
  ['=CIQ("NYSE:IBM","IQ_Z_SCORE","IQ_FY-1")', 'noOption: IQ_FY-1'],
  ['=FDS("IBM-US","FF_ZSCORE(ANN,-1)")', 'noOption: ANN,-1'],
  ['=TR("AAPL.O","TR.Revenue","Period=FY0")', 'noField: TR.Revenue'],
  ['=FDS("AAPL-US","FF_SALES(ANN,0)","HEADERS=T")', 'noField: FF_SALES'],
  ['=CIQ("NYSE:IBM","IQ_TOTAL_REV","IQ_FY",,"USD")', 'noField: IQ_TOTAL_REV'],
  ['=BDH("SPX Index","PX_LAST","20261102","20261127","Sort=D")', 'noOption: Sort=D'],
  ['=BDP("EURGBP@BGN Curncy","PX_LAST")', 'noSymbol: EURGBP@BGN Curncy'],
  ['=TR("AAPL.O","TR.PriceClose")', 'onlyClose: TR.PriceClose'],
  ['=TR("AAPL.O","TR.CompanyMarketCap")', 'noField: TR.CompanyMarketCap'],
  ['=TR(".SPX","TR.PriceClose","SDate=0D Curn=EUR")', 'noOption: CURN=EUR'],
  ['=TR(".SPX","TR.PriceClose","SDate=0D")', 'onlyClose: TR.PriceClose'],
  ['=FDS("AAPL-US","P_PRICE(0)")', 'onlyClose: P_PRICE'],
  ['=FDS("AAPL-US","FF_SALES(ANN,0)")', 'noField: FF_SALES'],
  ['=CIQ("^SPX","IQ_CLOSEPRICE",TODAY())', 'onlyClose: IQ_CLOSEPRICE'],
  ['=CIQ("NYSE:IBM","IQ_MARKETCAP")', 'noField: IQ_MARKETCAP'],
  ['=GOOGLEFINANCE("GOOG","pe")', 'noField: pe'],
  ['=GOOGLEFINANCE("GOOG","close",DATE(2026,1,1),TODAY())', 'noHistory: GOOG'],
  ['=GOOGLEFINANCE("INDEXNASDAQ:.IXIC")', 'noSymbol: INDEXNASDAQ:.IXIC'],
  ['=STOCKHISTORY("EUR/USD",TODAY()-5,TODAY())', 'noHistory: EURUSD'],
  ['=STOCKHISTORY("^GSPC",DATE(2026,11,2),,2)', 'noOption: interval 2'],
  ['=STOCKHISTORY("^GSPC",DATE(2026,11,2),,0,1,0,1,5)', 'noField: Volume'],
  // An index, and a fund in New York.
  ['=STOCKHISTORY("DAX",TODAY()-5,TODAY())', 'noSymbol: DAX'],
  ['=GOOGLEFINANCE("DAX")', 'noSymbol: DAX'],
  ['=RHistory(".SPX",".Close","START:-1M INTERVAL:1D",,"SORT:DESC")', 'noOption: SORT=DESC'],
  ['=RHistory(".SPX",".Close","START:-1M INTERVAL:1D",,"CH:Fd",B2)', 'noOption: B2'],
  // Ours has the symbols in rows, and all cells of options must be known.
  ['=RDP.Data("EUR=","CF_LAST","CH=In RH=Fd")', 'noOption: CH=In'],
  ['=RDP.Data("EUR=","CF_LAST","UPDFRQ")', 'noOption: UPDFRQ'],
  ['=TR("EUR=","CF_LAST",Z1)', 'noOption: Z1'],
  ['=TR("EUR=","CF_LAST","CH=Fd "&Z1)', 'noOption: Z1'],
  ['=TR("EUR=","TR."&Z1)', 'noField: TR.Z1'],
  ['=TR(".SPX","TR.PriceClose","SDate=-1M EDate=0D RH=IN;date")', 'noOption: DATE'],
  ['=RHistory(".SPX",".Close","START:-1M INTERVAL:1D",,"CH:In;Fd")', 'noOption: CH=In'],
  ['=BDH("SPX Index","PX_LAST","20261102","20261127","Days","W")', 'noOption: Days=W'],
  ['=BDH("SPX Index","PX_LAST","20261102","20261127","Per",Z2)', 'noOption: Z2'],
  ['=GOOGLEFINANCE("CURRENCY:EUREUR")', 'noSymbol: CURRENCY:EUREUR'],
  ['=CIQ("NYSE:IBM","IQ_TOTAL_REV","IQ_FY")', 'noField: IQ_TOTAL_REV'],
  ['=EM_S_DQ_CLOSE("000300.SH","2026-11-02")', 'noFunction: EM_S_DQ_CLOSE'],
  ['=BLPH("SPX Index","PX_LAST",D1)+DS("S&PCOMP","PI")', 'noFunction: DS'],
  ['=BDP(CONCATENATE(Z1," Curncy index"),"PX_LAST")', 'inCell: Z1&" Curncy index"'],
  ['=RHistory(".SPX",".Close","NBROWS:30 INTERVAL:1D")', 'noOption: NBROWS=30'],
  // A company in London.
  ['=STOCKHISTORY("XLON:SPX",TODAY()-5,TODAY())', 'noHistory: XLON:SPX'],
  ['=B2.[Market cap]', 'noField: Market cap'],
  ['=BDP("GBp Curncy","PX_LAST")', 'noSymbol: GBp Curncy'],
  ['=BDP("USDZAr BGN Curncy","PX_LAST")', 'noSymbol: USDZAr BGN Curncy'],
  ['=TR("GBp=","CF_LAST")', 'noSymbol: GBp='],
  ['=GOOGLEFINANCE("CURRENCY:USDGBX")', 'noSymbol: CURRENCY:USDGBX'],
  ['=BDP({"EUR Curncy","GBP Curncy"},"PX_LAST")', 'noOption: {"EUR Curncy","GBP Curncy"}'],
  ['=BDP("EUR Curncy",{"PX_BID";"PX_ASK"})', 'noOption: {"PX_BID";"PX_ASK"}'],
  ['=BDH("SPX Index,DAX Index","PX_LAST","20261102","20261127")', 'noSymbol: SPX,DAX'],
  ['=TR(\'My s\'!A2:A9,"TR.PriceClose","SDate=-1M EDate=0D")', `inCell: 'My s'!A2:A9`],
  ['=BDH(B2#,"PX_LAST","-1CM")', 'inCell: B2#'],
  ['=BDH("SPX Index","PX_LAST","20261127","20261102")', 'backwards: '],
  ['=BDH("SPX Index","PX_LAST",TODAY(),TODAY()-30)', 'backwards: '],
  ['=FDS("SP50","P_PRICE(0,-1AY,W)")', 'backwards: '],
  ['=RHistory(".SPX",".Timestamp;.Close","START:02-Nov-2026 END:27-Nov-2026 INTERVAL:1D")', 'backwards: '],
  ['=RDP.HistoricalPricing(".SPX","TRDPRC_1","START:-1M")', 'backwards: '],
  ['=FDS("SP50","P_PRICE(-1Y,0,W)")', 'noDate: -1Y'],
  ['=RTD("tos.rtd",,"LAST","AAPL")', 'noFunction: RTD tos.rtd'],
  ['=EPF.Yahoo.Price("AAPL")', 'noFunction: EPF.YAHOO.PRICE'],
  ['=RCHGetYahooQuotes("AAPL","l1")', 'noFunction: RCHGETYAHOOQUOTES'],
  ['=GOOGLEFINANCE("CURRENCY:EURUSD";"price")*1,5', 'noOption: "CURRENCY:EURUSD";"price"'],
  ['=IF(A1="","",cs.price("BTC","USD"))', 'noFunction: CS.PRICE'],
  ['=AVGetEquityIntraday("AAPL")', 'noFunction: AVGETEQUITYINTRADAY'],
  ['=_xll.YahooFinance.Quote("AAPL")', 'noFunction: YAHOOFINANCE.QUOTE'],
  ['=EODHD_PRICE("AAPL.US")', 'noFunction: EODHD_PRICE'],
  ['=@IBKR("AAPL","last")', 'noFunction: IBKR'],
  ['=RTD("ProfRTD",,"Live","MSFT,Last")', 'noFunction: RTD ProfRTD'],
  ['=SNL("AAPL","PRICE")+FDSLIVE("AAPL","LAST")', 'noFunction: FDSLIVE'],
  [`=BLP|M!'EUR Curncy,[PX_VOLUME]'`, 'noField: PX_VOLUME'],
  ['=TWS|tik!id1?bid', 'noFunction: TWS|tik'],
  [`=ROUND(REUTER|IDN!'EUR=,BID',4)`, 'noFunction: REUTER|IDN'],
  ['=RTD("other.server","","EUR Curncy","LAST_PRICE")', 'noFunction: RTD other.server'],
  ['=RTD($A$1,,"EURUSD")', 'noFunction: RTD $A$1'],
  ['=TWELVEDATA_PRICE("AAPL")', 'noFunction: TWELVEDATA_PRICE'],
  ['=TD.Quote("AAPL")', 'noFunction: TD.QUOTE'],
  ['=QDATA("WIKI/AAPL")', 'noFunction: QDATA'],
  ['=CIQRANGEA("^SPX","IQ_CLOSEPRICE",1,2)', 'noFunction: CIQRANGEA'],
  ['=BTICK("SPX Index","TRADE","20261102")', 'noFunction: BTICK'],
  ['=B2.Currency', 'noField: Currency'],
  ['=FIELDVALUE(B2,{"Price","Volume"})', 'noField: Volume'],
  ['=STOCKHISTORY(A11,TODAY()-5)', 'noHistory: A11'],
  ['=CIQ(A12,"IQ_CLOSEPRICE",D1)', 'noHistory: A12'],
  ['=BDP({"EUR Curncy"."GBP Curncy"},"PX_LAST")', 'noOption: {"EUR Curncy"."GBP Curncy"}'],
  ['=BDP(IF(A11="x","EUR Curncy",A2),"PX_LAST")', 'inCell: IF(A11="x","EUR Curncy",A2)'],
  ['=GOOGLEFINANCE(CONCAT("CURRENCY:",A11))', 'inCell: CONCAT("CURRENCY:",A11)'],
  ['=GOOGLEFINANCE("INDEXSP:.INX","close","2026-11-02",0)', 'noDate: 0'],
  ['=BDH("VOD LN Equity","PX_LAST","20261102")', 'noHistory: XLON:VOD'],
];

describe('a formula of another add-in', () => {
  test.each(BLOOMBERG)('of Bloomberg, %s, becomes %s', (before, after) => expect(translated(before)).toBe(after));
  test.each(LSEG)('of LSEG, %s, becomes %s', (before, after) => expect(translated(before)).toBe(after));
  test.each(FACTSET_AND_CAPITAL_IQ)('of FactSet or Capital IQ, %s, becomes %s', (before, after) => {
    expect(translated(before)).toBe(after);
  });
  test.each(GOOGLE_AND_EXCEL)('of Google Sheets or Excel, %s, becomes %s', (before, after) => {
    expect(translated(before)).toBe(after);
  });
  test.each(REFUSED)('without a counterpart, %s, gets a reason: %s', (before, reason) => {
    expect(translated(before)).toBe(reason);
  });

  test.each([
    '=SUM(A1:A3)',
    '{=SUM(A1:A3)}',
    '=PRICE (A1)',
    '="=BDP(1)"&A1',
    '=MD.QUOTE("EURUSD")',
    '=B2.Population',
    '=Model.Price',
    `='BDP(1)'!A1`,
    `="BLP|M!'EUR Curncy,[PX_LAST]'"&A1`,
    '=PRICE(A1,A2,0.05,A3,100,2)+TBILLPRICE(A1,A2,0.05)&MID(A4,1,2)',
    '=md.quote("EURUSD")+_xldudf_MD_QUOTE("EURUSD")',
    '=ARRAYFORMULA(A1:A3*2)+QUERY(A1:A9,"select A")',
    '=IFERROR(__xludf.DUMMYFUNCTION("""COMPUTED_VALUE"""),46000.66)',
    '=GETMYPRICE("AAPL")+Last(A1)+QUOTE_FOR(A2)',
    '=AVGPRICE(A1:A9)+EODBALANCE(A1)+POLYGONAREA(A1:A9)+W_AVERAGE(A1:A9)+STOCK(A1)+SPGROWTH(A1)+AVQTY(A1)+WISEGUESS(A1)',
  ])('is not seen in %s', (formula) => expect(translated(formula)).toBeUndefined());

  test.each([
    ['=IF(MYPRICE(A1)>0,BDP("EUR Curncy","PX_LAST"),"")', '=IF(MYPRICE(A1)>0,MD.QUOTE("EURUSD","mid"),"")'],
    ['=JOIN(A1,BDP("EUR Curncy","PX_BID"))', '=JOIN(A1,MD.QUOTE("EURUSD","bid"))'],
    ['=CleanQuote(BDP("EUR Curncy","PX_LAST"))', '=CleanQuote(MD.QUOTE("EURUSD","mid"))'],
    ['=BDP(TICKERFOR(Z1),"PX_LAST")', '=MD.QUOTE(TICKERFOR(Z1),"mid")'],
    ['=_xll.Own.LastPrice("X")+BDP("EUR Curncy","PX_BID")', '=_xll.Own.LastPrice("X")+MD.QUOTE("EURUSD","bid")'],
  ])('is translated beside functions that only the user knows: %s', (before, after) => {
    expect(translated(before)).toBe(after);
  });

  test('names the area of every symbol that is not of the area of the workbook', () => {
    expect(translated('=BDP("EUR Curncy","PX_LAST")', 'stocks')).toBe('=MD.QUOTE("EURUSD","mid","currencies")');
    expect(translated('=BDP("AAPL US Equity","PX_LAST")', 'stocks')).toBe('=MD.QUOTE("AAPL","mid")');
  });

  test('without its last bracket is translated as Excel would complete it', () => {
    expect(translated('=BDP("EUR Curncy","PX_LAST"')).toBe('=MD.QUOTE("EURUSD","mid")');
    expect(translated('=BDP(')).toBe('unfinished: ');
  });
});

describe('a formula from a country with its own names of functions', () => {
  test.each([
    ['=WENNFEHLER(RUNDEN(BDP(A1;"PX_LAST");4);"WENN(1)")', '=IFERROR(ROUND(BDP(A1;"PX_LAST");4);"WENN(1)")'],
    ['=SI.ERROR(SI(A1>0;BDP(A1;"PX_LAST");HOY());0)', '=IFERROR(IF(A1>0;BDP(A1;"PX_LAST");TODAY());0)'],
    ['=sierreur(SOMME(SI!A1;BDP("x")) ; AUJOURDHUI())', '=IFERROR(SUM(SI!A1;BDP("x")) ; TODAY())'],
    ['=WENN(BDP(A1;"PX_LAST")>1;WAHR;FALSCH)', '=IF(BDP(A1;"PX_LAST")>1;TRUE;FALSE)'],
    ['=SVERWEIS(A1;B1:C9;2;Falsch)*WAHR!A1&"WAHR"', '=VLOOKUP(A1;B1:C9;2;FALSE)*WAHR!A1&"WAHR"'],
    ['=BÖRSENHISTORIE("^SPX";HEUTE()-30;HEUTE())', '=STOCKHISTORY("^SPX";TODAY()-30;TODAY())'],
    ['=HISTORIQUE.ACTIONS("^SPX";AUJOURDHUI()-30)', '=STOCKHISTORY("^SPX";TODAY()-30)'],
    ['=BDH(A1;"PX_LAST";DATUM(2026;11;2);HEUTE())', '=BDH(A1;"PX_LAST";DATE(2026;11;2);TODAY())'],
  ])('has English ones: %s', (local, english) => expect(withEnglishNames(local)).toBe(english));

  test.each(['=SUM(A1:A3)+SI', '="WENN("&A1', '=MD.QUOTE("EURUSD")'])('is seen in no other: %s', (formula) => {
    expect(withEnglishNames(formula)).toBe(formula);
  });
});

describe('formulas of other add-ins in selected cells', () => {
  async function open(): Promise<MemoryWorkbook> {
    const workbook = new MemoryWorkbook();
    await workbook.write([
      {
        block: { sheet: 'Sheet1', row: 0, column: 0, rows: 3, columns: 2 },
        cells: [
          [{ value: 'EUR Curncy' }, { formula: '=BDP(A1,"PX_LAST")' }],
          [{ value: 'SPX Index' }, { formula: '=BDP(A2,"PX_VOLUME")' }],
          [{ value: '=BDP(A1,"PX_LAST")' }, { formula: '=SUM(B1:B2)' }],
        ],
      },
    ]);
    return workbook;
  }
  const BLOCK = { sheet: 'Sheet1', row: 0, column: 0, rows: 3, columns: 2 };
  const formulasIn = async (workbook: MemoryWorkbook): Promise<string[]> =>
    (await workbook.read([BLOCK]))[0]!.map(([, cell]) => cell!.formula);

  test('are listed with their cells, by what the cells they refer to hold', async () => {
    const plans = await planTranslations(await open(), BLOCK, 'currencies');
    expect(plans!.map(({ cell, after }) => [cell.row, typeof after === 'string' ? after : after.key])).toEqual([
      [0, againstDollarOf('SUBSTITUTE(A1," Curncy","")')],
      [1, 'noField'],
    ]);
  });

  test('are listed from every area of the selection', async () => {
    const areas = { ...cellOf('Sheet1', 0, 1), others: [cellOf('Sheet1', 1, 1)] };
    expect(await planTranslations(await open(), areas, 'currencies')).toHaveLength(2);
  });

  test('are written all at once, and what has no counterpart stays', async () => {
    const workbook = await open();
    const report = await fixCells(workbook, plansOf((await planTranslations(workbook, BLOCK, 'currencies'))!));
    expect(report).toEqual({ fixedCount: 1, changed: [] });
    expect(await formulasIn(workbook)).toEqual([
      againstDollarOf('SUBSTITUTE(A1," Curncy","")'),
      '=BDP(A2,"PX_VOLUME")',
      '=SUM(B1:B2)',
    ]);
  });

  test('are not written over if they were changed since', async () => {
    const workbook = await open();
    const plans = plansOf((await planTranslations(workbook, BLOCK, 'currencies'))!);
    await workbook.write([{ block: cellOf('Sheet1', 0, 1), cells: [[{ formula: '=1+1' }]] }]);
    expect(await fixCells(workbook, plans)).toEqual({ fixedCount: 0, changed: [cellOf('Sheet1', 0, 1)] });
    expect((await formulasIn(workbook))[0]).toBe('=1+1');
  });

  test('are not looked for in whole columns', async () => {
    const column = { sheet: 'Sheet1', row: 0, column: 0, rows: 1_048_576, columns: 1 };
    expect(await planTranslations(await open(), column, 'currencies')).toBeUndefined();
  });

  test('are translated before they are in a cell, as on the sheet of the selected one', async () => {
    const workbook = await open();
    const cell = cellOf('Sheet1', 8, 0);
    expect(await planTranslation(workbook, cell, '=BDP(A2,"PX_LAST")', 'currencies')).toEqual({
      cell,
      before: '=BDP(A2,"PX_LAST")',
      after: '=MD.QUOTE(SUBSTITUTE(A2," Index",""),"mid","indices")',
    });
    expect(await planTranslation(workbook, cell, '=SUM(A1)', 'currencies')).toBeUndefined();
  });
});
