import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface SectionProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A part of a tab with its heading. */
export function Section({ title, children }: SectionProps) {
  const id = useId();
  return (
    <section class="md-section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
