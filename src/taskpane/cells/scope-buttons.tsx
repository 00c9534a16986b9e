import { Button } from '../components/button';

interface ScopeButtonsProps<Scope extends string> {
  /** What each button says, in order. */
  readonly labels: Readonly<Record<Scope, string>>;
  readonly isBusy: boolean;
  readonly onChoose: (scope: Scope) => void;
}

/** A task for parts of the workbook: one button for each part. */
export const ScopeButtons = <Scope extends string>({ labels, isBusy, onChoose }: ScopeButtonsProps<Scope>) => (
  <div class="md-buttons">
    {(Object.entries(labels) as [Scope, string][]).map(([scope, label]) => (
      <Button
        key={scope}
        isBusy={isBusy}
        onClick={() => {
          onChoose(scope);
        }}
      >
        {label}
      </Button>
    ))}
  </div>
);
