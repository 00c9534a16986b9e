import { useRef } from 'preact/hooks';
import { useShown } from '../components/use-shown';
import type { TabProps } from '../tab-props';
import { AlertsSection } from './alerts';
import { CellList, useScan, useRescanAfterWork } from './cell-list';
import './cells.css';
import { FreezeSection, useFreezing } from './freeze-section';
import { RefreshSection } from './refresh-section';
import { SelectedCellSection } from './selected-cell';
import { BeforeSection } from './before-section';
import { StuckSection } from './stuck-section';
import { WaitingSection } from './waiting-section';
import { SnapshotSection, useSnapshots } from './snapshot-section';
import { TraceSection } from './trace-section';
import { TranslateSection } from './translate-section';
import { useLate } from '../use-late';
import { useUndone } from '../use-session';

/** Actions on the workbook's MD cells, and their list. Scans again whenever the tab is shown. */
export function CellsTab({ session }: TabProps) {
  const element = useRef<HTMLDivElement>(null);
  const late = useLate();
  const scan = useScan(session, element);
  const rescanAfterWork = useRescanAfterWork(session, element, scan.rescan);
  const freezing = useFreezing(session, () => {
    rescanAfterWork();
    snapshots.reload();
  });
  const snapshots = useSnapshots(session, () => {
    rescanAfterWork();
    freezing.reload();
  });
  const rescan = (): void => {
    scan.rescan();
    freezing.reload();
    snapshots.reload();
  };
  useShown(element, rescan);
  useUndone(session, () => {
    freezing.task.clear();
    snapshots.task.clear();
    rescan();
  });
  return (
    <div ref={element}>
      <SelectedCellSection session={session} />
      <BeforeSection session={session} cells={scan.cells} onDone={rescanAfterWork} />
      <StuckSection session={session} cells={scan.cells} onDone={rescanAfterWork} />
      <RefreshSection session={session} onDone={rescanAfterWork} />
      <WaitingSection session={session} cells={scan.cells} onDone={rescanAfterWork} />
      <FreezeSection session={session} freezing={freezing} />
      <SnapshotSection session={session} snapshots={snapshots} />
      <TraceSection session={session} />
      <CellList session={session} scan={{ ...scan, rescan }} onFixed={rescanAfterWork} />
      {late && <AlertsSection session={session} late={late} />}
      {late && <TranslateSection session={session} late={late} onDone={rescanAfterWork} />}
    </div>
  );
}
