import { spawnSync } from 'node:child_process';
import path from 'node:path';

const MANIFEST = path.join(__dirname, '../../manifest.xml');
/** The folder of the add-in only manifest's schemas ([MS-OWEMXML]), which are not part of this project. */
const SCHEMAS = process.env.MANIFEST_XSD;

const validate = (manifest: string, input?: string): { status: number | null; stderr: string } =>
  spawnSync(
    'xmllint',
    ['--noout', '--nonet', '--schema', path.join(SCHEMAS ?? '', 'OfficeAppManifestV1_1.xsd'), manifest],
    { encoding: 'utf8', input },
  );

(SCHEMAS ? describe : describe.skip)(
  'manifest.xml under its schema (checked where MANIFEST_XSD names the schemas’ folder)',
  () => {
    test('the manifest is valid', () => {
      const { status, stderr } = validate(MANIFEST);
      expect(stderr).toBe(`${MANIFEST} validates\n`);
      expect(status).toBe(0);
    });

    test('an element that the schema does not know would be refused', () => {
      const { status, stderr } = validate(
        '-',
        '<OfficeApp xmlns="http://schemas.microsoft.com/office/appforoffice/1.1"><Unknown/></OfficeApp>',
      );
      expect(stderr).toContain('fails to validate');
      expect(status).not.toBe(0);
    });
  },
);

if (!SCHEMAS)
  console.warn(
    'manifest.xml was NOT checked under its schema: set MANIFEST_XSD to the folder of OfficeAppManifestV1_1.xsd and install xmllint.',
  );
