import { parseArgs } from 'node:util';
import { chains } from './chains';
import { coldStart } from './cold-start';
import { duel } from './duel/duel';
import { type Figure, ratioOf, spreadOf, verdictOn } from './figure';
import { hit } from './gateway/hit';
import { memory as gatewayMemory } from './gateway/memory';
import { miss } from './gateway/miss';
import { signIn } from './gateway/sign-in';
import { firm } from './firm';
import { firmClick } from './firm-click';
import { firmFreeze } from './firm-freeze';
import { firmPane } from './firm-pane';
import { memory } from './memory';
import { playgroundSlow, playgroundStart } from './playground-start';
import { quoteOverhead } from './quote-overhead';
import { quoteRecalc } from './quote-recalc';
import { quoteRequests } from './quote-requests';
import { quoteSeen } from './quote-seen';
import { tableShape } from './table-shape';
import { ticksParallel } from './ticks-parallel';

const MEASURES: Readonly<Record<string, () => Figure[] | Promise<Figure[]>>> = {
  memory,
  'quote.requests': quoteRequests,
  'quote.overhead': quoteOverhead,
  'quote.recalc': quoteRecalc,
  'quote.seen': quoteSeen,
  chains,
  firm,
  'firm.click': firmClick,
  'firm.freeze': firmFreeze,
  'firm.pane': firmPane,
  'table.shape': tableShape,
  'ticks.parallel': ticksParallel,
  'cold.start': coldStart,
  'playground.start': playgroundStart,
  'playground.slow': playgroundSlow,
};

/** Figures that take minutes and processes of their own: measured when they are asked for. */
const GATEWAY: typeof MEASURES = {
  'gateway.hit': hit,
  'gateway.miss': miss,
  'gateway.memory': gatewayMemory,
  'gateway.sign-in': signIn,
};

/**
 * Prints every figure beside its baseline, measured in this run. `--json` prints one array for machines, `--only
 * cold.start` measures nothing else, `--only firm` all that begin with it. The word `gateway` measures the gateway alone;
 * `duel` compares the add-in with others instead.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false }, only: { type: 'string' }, rounds: { type: 'string' } },
  });
  const unknown = positionals.find((name) => name !== 'gateway' && name !== 'duel');
  if (unknown !== undefined) throw new RangeError(`"${unknown}" is neither "gateway" nor "duel"`);
  const { only } = values;
  const names = Object.keys({ ...MEASURES, ...GATEWAY });
  const isMeant = (name: string): boolean =>
    only === undefined || name === only || (!names.includes(only) && name.startsWith(`${only}.`));
  if (!names.some(isMeant)) throw new RangeError(`--only: "${only!}" is not one of ${names.join(', ')}`);
  if (positionals[0] === 'duel') return duel(values.rounds === undefined ? undefined : Number(values.rounds));
  const isOfGateway = positionals.length > 0 || only?.startsWith('gateway.');
  const figures: Figure[] = [];
  for (const [name, measure] of Object.entries(isOfGateway ? GATEWAY : MEASURES)) {
    if (!isMeant(name)) continue;
    try {
      const measured = await measure();
      const lost = measured.find((figure) => !Number.isFinite(ratioOf(figure)));
      if (lost || measured.length === 0) throw new Error(`${lost?.name ?? 'Nothing'} has no number`);
      figures.push(...measured);
      if (!values.json) for (const figure of measured) console.log(lineOf(figure));
    } catch (error) {
      // The others are worth having; that one is missing must not go unseen.
      console.error(`${name} could not be measured:`, error);
      process.exitCode = 1;
    }
  }
  if (values.json)
    console.log(
      JSON.stringify(
        figures.map((figure) => ({ ...figure, ratio: ratioOf(figure), verdict: verdictOn(figure) })),
        null,
        2,
      ),
    );
}

function lineOf(figure: Figure): string {
  const { name, ours, baseline, unit, against, goal, isAbsolute } = figure;
  const ratio = isAbsolute ? `${round(ours)} ${unit}` : `× ${ratioOf(figure).toFixed(2)}`;
  const spread =
    spreadOf(figure)
      ?.map((edge) => edge.toFixed(2))
      .join('–') ?? '';
  const parts = isAbsolute ? '' : `${round(ours)} ÷ ${round(baseline)} ${unit}`;
  return [
    verdictOn(figure).padEnd(9),
    name.padEnd(22),
    ratio.padEnd(26),
    spread.padEnd(14),
    `goal ${goal}`.padEnd(12),
    parts.padEnd(28),
    against,
  ].join(' ');
}

const round = (value: number): string => value.toLocaleString('en', { maximumSignificantDigits: 4 });

main().catch((error: unknown) => {
  // A wrong option needs a sentence; anything else is a fault, whose place matters.
  const isOption =
    error instanceof RangeError || String((error as { code?: string }).code).startsWith('ERR_PARSE_ARGS');
  console.error(isOption ? (error as Error).message : error);
  process.exitCode = 1;
});
