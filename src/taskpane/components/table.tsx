import type { ComponentChildren } from 'preact';

interface TableProps {
  readonly caption: string;
  /** The caption is only read by screen readers, if a heading above shows it. */
  readonly isCaptionHidden?: boolean;
  readonly columns?: readonly string[];
  readonly rows: readonly (readonly ComponentChildren[])[];
}

/** A table that scrolls by itself, also by keyboard, if it is wider than the pane. */
export function Table({ caption, isCaptionHidden, columns, rows }: TableProps) {
  return (
    <div class="md-table" role="group" aria-label={caption} tabIndex={0}>
      <table>
        <caption class={isCaptionHidden ? 'md-unseen' : undefined}>{caption}</caption>
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
