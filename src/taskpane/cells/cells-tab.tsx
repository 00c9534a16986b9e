import { useSession } from '../session';
import { useRef } from 'preact/hooks';
import { useShown, useWorkbookEvent } from '../hooks';
import { useLate } from '../use-late';
import { CellList, useScan } from './cell-list';
import { FreezeSection, useFreezing } from './freeze-section';
import { Notices, RefreshSection, WaitingSection } from './refresh-section';
import { SelectedCellSection } from './selected-cell';
import { SnapshotSection, useSnapshots } from './snapshot-section';
import './cells.css';

/** Actions on the workbook's MD cells, and their list. Scans again whenever the tab is shown. */
export function CellsTab() {
  const session = useSession();
  const element = useRef<HTMLDivElement>(null);
  const late = useLate();
  const scan = useScan(session, element);
  const { cells, rescanAfterWork } = scan;
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
  useWorkbookEvent(session, 'undone', rescan);
  return (
    <div ref={element}>
      <SelectedCellSection
        late={late}
        freezing={freezing}
        cells={cells}
        rescan={scan.rescan}
        onFixed={rescanAfterWork}
      />
      <Notices cells={cells} onDone={rescanAfterWork} />
      <RefreshSection cellCount={cells?.length} onDone={rescanAfterWork} />
      <WaitingSection cells={cells} onDone={rescanAfterWork} />
      <FreezeSection freezing={freezing} cellCount={cells?.length} />
      <SnapshotSection snapshots={snapshots} />
      {late && <late.TraceSection />}
      {late && <late.AlertsSection />}
      {late && <late.TranslateSection onDone={rescanAfterWork} />}
      <CellList scan={{ ...scan, rescan }} onFixed={rescanAfterWork} />
    </div>
  );
}
