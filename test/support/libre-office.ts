import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const HAS_LIBRE_OFFICE = spawnSync('soffice', ['--version']).status === 0;

/** Each start of it takes as long as one of the workbench: by day it opens two files, at night all. */
export const HAS_LIBRE_OFFICE_AT_NIGHT = HAS_LIBRE_OFFICE && process.env.MD_TESTS === 'night';

/** It calculates a file of another program only when told to. */
const ALWAYS_CALCULATE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry"><item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item></oor:items>`;

/** Opens an .xlsx file in LibreOffice, calculates it, and saves it as another; returns that one's path. */
export function throughLibreOffice(file: string, folder: string): string {
  const profile = path.join(folder, 'profile');
  mkdirSync(path.join(profile, 'user'), { recursive: true });
  writeFileSync(path.join(profile, 'user', 'registrymodifications.xcu'), ALWAYS_CALCULATE);
  const out = path.join(folder, 'calculated');
  execFileSync(
    'soffice',
    [
      `-env:UserInstallation=file://${profile}`,
      '--headless',
      '--convert-to',
      'xlsx:Calc MS Excel 2007 XML',
      '--outdir',
      out,
      file,
    ],
    { stdio: 'ignore', timeout: 120_000 },
  );
  return path.join(out, path.basename(file));
}
