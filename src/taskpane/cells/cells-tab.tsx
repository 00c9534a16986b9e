import { useSession, useUndone } from '../session';
import { useRef } from 'preact/hooks';
import { useShown, useLate } from '../hooks';
import { AlertsSection } from './alerts';
import { CellList, useScan, useRescanAfterWork } from './cell-list';
import { FreezeSection, useFreezing } from './freeze-section';
import { RefreshSection } from './refresh-section';
import { SelectedCellSection } from './selected-cell';
import { BeforeSection, StuckSection, WaitingSection } from './notices';
import { SnapshotSection, useSnapshots } from './snapshot-section';
import { TraceSection } from './trace-section';
import { TranslateSection } from './translate-section';
import './cells.css';

/** Actions on the workbook's MD cells, and their list. Scans again whenever the tab is shown. */
export function CellsTab() {
  const session = useSession();
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
      <SelectedCellSection />
      <BeforeSection cells={scan.cells} onDone={rescanAfterWork} />
      <StuckSection cells={scan.cells} onDone={rescanAfterWork} />
      <RefreshSection onDone={rescanAfterWork} />
      <WaitingSection cells={scan.cells} onDone={rescanAfterWork} />
      <FreezeSection freezing={freezing} />
      <SnapshotSection snapshots={snapshots} />
      <TraceSection />
      <CellList scan={{ ...scan, rescan }} onFixed={rescanAfterWork} />
      {late && <AlertsSection late={late} />}
      {late && <TranslateSection late={late} onDone={rescanAfterWork} />}
    </div>
  );
}
