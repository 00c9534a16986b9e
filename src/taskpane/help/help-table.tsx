import type { HelpSection } from '../../functions/help/help-section';
import { Table } from '../components/table';

/** A section's table; backticks in its cells mark code. */
export const HelpTable = ({ section: { title, head, rows } }: { readonly section: HelpSection }) => (
  <Table caption={title} isCaptionHidden columns={head} rows={rows.map((row) => row.map(withCode))} />
);

const withCode = (text: string) =>
  text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      <code key={index} translate={false}>
        {part}
      </code>
    ) : (
      part
    ),
  );
