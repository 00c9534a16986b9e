import type { ConnectionReport } from '../app/connection';
import { element } from './element';

/** What the pane has to say about the connection. The styles give each state its colour and sign. */
export type State = ConnectionReport['state'] | 'no-key' | 'checking' | 'saved' | 'removed';

/** The live region that says how things stand; screen readers hear each change. */
export class Status {
  readonly element = element('p', { class: 'md-status', role: 'status' });

  show(state: State, text: string): void {
    this.element.dataset.state = state;
    this.element.textContent = text;
  }

  clear(): void {
    delete this.element.dataset.state;
    this.element.textContent = '';
  }
}
