import { useRef } from 'preact/hooks';
import { useShown } from '../components/use-shown';
import type { TabProps } from '../tabs';
import { CellList } from './cell-list';
import './cells.css';
import { FreezeSection } from './freeze-section';
import { RefreshSection } from './refresh-section';
import { useFreezing } from './use-freezing';
import { useRescanAfterWork } from './use-rescan-after-work';
import { useScan } from './use-scan';

/** What is done to the MD cells of the workbook, and their list. Scanned anew whenever the tab is shown. */
export function CellsTab({ session }: TabProps) {
  const place = useRef<HTMLDivElement>(null);
  const scan = useScan(session);
  const rescanAfterWork = useRescanAfterWork(session, scan.rescan);
  const freezing = useFreezing(session, rescanAfterWork);
  const rescan = (): void => {
    scan.rescan();
    freezing.reload();
  };
  useShown(place, rescan);
  return (
    <div ref={place}>
      <RefreshSection session={session} onDone={rescanAfterWork} />
      <FreezeSection session={session} freezing={freezing} />
      <CellList session={session} scan={{ ...scan, rescan }} />
    </div>
  );
}
