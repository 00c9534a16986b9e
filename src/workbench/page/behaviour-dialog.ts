import type { Session } from '../../app/session';
import { DEMO_KEY, SIMULATED_ADDRESS, type SimulatedService } from '../service/simulated-service';
import type { Behaviour } from '../service/simulated-service.worker';
import { askForm, element, labelled, select } from './dialog';

const STORED = 'md-workbench:behaviour';

const USUAL: Behaviour = { latencyMs: 50, faults: '', seed: '1' };

/** What a visitor can see the add-in deal with; the faults are written as the sandbox's flag has them. */
const MANNERS: Readonly<Record<string, string>> = {
  'as it should': '',
  'fails now and then': 'status:500:0.2',
  'refuses the key': 'status:401',
  'limits requests: 5 in 10 seconds': 'limit:5/10:5',
  'is down': 'status:503',
  'cannot be reached': 'reset',
};
const DELAYS: Readonly<Record<string, string>> = {
  'at once': '0',
  'after 50 ms': '50',
  'after half a second': '500',
  'slowly: after 3 seconds': '3000',
  'very slowly: after 12 seconds': '12000',
};

/** What was chosen at an earlier visit; the usual behaviour if nothing was, or it cannot be read. */
export function keptBehaviour(storage: Storage): Behaviour {
  try {
    const { latencyMs, faults, seed } = JSON.parse(storage.getItem(STORED) ?? '{}') as Partial<Behaviour>;
    return {
      latencyMs: Object.values(DELAYS).includes(String(latencyMs)) ? latencyMs! : USUAL.latencyMs,
      faults: faults !== undefined && Object.values(MANNERS).includes(faults) ? faults : USUAL.faults,
      seed: typeof seed === 'string' ? seed : USUAL.seed,
    };
  } catch {
    return USUAL;
  }
}

interface Surroundings {
  readonly session: Session;
  /** The simulated service's address on a port of this computer; empty if there is none. */
  readonly serviceOnPort: string;
  readonly recalculate: () => void;
}

/** Asks how the simulated service is to behave, and lets all cells ask it again. */
export async function changeBehaviour(
  service: SimulatedService,
  { session, serviceOnPort, recalculate }: Surroundings,
): Promise<void> {
  const places = { [serviceOnPort]: '', 'in this page': SIMULATED_ADDRESS };
  const place = serviceOnPort === '' ? undefined : select('It runs at', places, session.settings.serviceAddress);
  const manner = select('It behaves', MANNERS, service.behaviour.faults);
  const delay = select('It answers', DELAYS, String(service.behaviour.latencyMs));
  const seed = labelled('Another text makes other figures', element('input', { value: service.behaviour.seed }));
  const own = [manner, delay, seed];
  const hint = element('p', {}, 'Only the service in this page behaves as you choose here: let it run there first.');
  const enable = (): void => {
    hint.hidden = place?.field.value !== '';
    for (const { field } of own) field.disabled = !hint.hidden;
  };
  place?.field.addEventListener('change', enable);
  enable();
  const fields = [...(place ? [place.label] : []), hint, ...own.map(({ label }) => label)];
  if (!(await askForm('How the service behaves', fields, 'Apply'))) return;
  service.behaviour = { latencyMs: Number(delay.field.value), faults: manner.field.value, seed: seed.field.value };
  localStorage.setItem(STORED, JSON.stringify(service.behaviour));
  await session.save({ apiKey: DEMO_KEY, serviceAddress: place?.field.value ?? '' });
  session.forgetAnswers();
  recalculate();
}
