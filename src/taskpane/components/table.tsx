import type { ComponentChildren } from 'preact';

interface TableProps {
  /** For screen readers: a heading above shows it. */
  readonly caption: string;
  readonly columns?: readonly string[];
  readonly rows: readonly (readonly ComponentChildren[])[];
}

/** A table that scrolls by itself, also by keyboard, if it is wider than the pane. */
export function Table({ caption, columns, rows }: TableProps) {
  return (
    <div class="md-table" role="group" aria-label={caption} tabIndex={0}>
      <table>
        <caption class="md-unseen">{caption}</caption>
        {columns && (
          <thead>
            <tr>
              {columns.map((column, index) => (
                <th key={index} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
