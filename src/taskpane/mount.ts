import type { Session } from '../app/session';
import { activitySection } from './activity';
import { connectionSection } from './connection';
import { element } from './element';
import './pane.css';
import { TEXTS } from './texts';

/** Puts the pane into `root`, for Excel's pane and the workbench alike. Returns what takes it out again. */
export function mountPane(root: HTMLElement, session: Session): () => void {
  const sections = [connectionSection(session), activitySection(session.activity)];
  const pane = element('div', { class: 'md-pane' }, ...sections.map((section) => section.element));
  root.append(pane);
  return () => {
    for (const section of sections) section.dispose();
    pane.remove();
  };
}

/** A sentence in the place of the pane, for a page that was opened where there is no spreadsheet. */
export function mountNotice(root: HTMLElement, text: string = TEXTS.notInExcel): () => void {
  const notice = element('div', { class: 'md-pane' }, element('p', {}, text));
  root.append(notice);
  return () => { notice.remove(); };
}
