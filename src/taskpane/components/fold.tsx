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
      {/* Without a comma, the title and the remark would be read as one. */}
      <summary aria-label={remark === undefined ? undefined : `${title}, ${remark}`}>
        <h2 id={id}>{title}</h2>
        {remark !== undefined && <span class="md-hint">{remark}</span>}
      </summary>
      {children}
    </details>
  );
}
