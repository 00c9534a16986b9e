import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface FoldProps {
  readonly title: string;
  /** Beside the title: "1 kept". */
  readonly remark?: string | undefined;
  readonly children: ComponentChildren;
}

/** A part of a tab that is unfolded by its heading. */
export function Fold({ title, remark, children }: FoldProps) {
  const id = useId();
  return (
    <details class="md-section md-fold" aria-labelledby={id}>
      <summary>
        <h2 id={id}>{title}</h2>
        {/* The comma is read too: without it the two would be one word. */}
        {remark !== undefined && <span class="md-hint">{`, ${remark}`}</span>}
      </summary>
      {children}
    </details>
  );
}
