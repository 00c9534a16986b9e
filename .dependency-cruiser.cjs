/** What each room of src may import of the others, in the order of the map. A path instead of a room means that file or folder alone. */
const ROOMS = {
  core: [],
  api: ['core'],
  app: ['api', 'core'],
  functions: ['app', 'api', 'core'],
  taskpane: ['functions', 'app', 'api', 'core'],
  office: ['taskpane', 'functions', 'app', 'api', 'core'],
  sandbox: ['core', 'api/operations.ts', 'api/operations.help.ts', 'api/interface'],
  gateway: ['api', 'core'],
  build: ['sandbox', 'functions', 'app', 'api', 'core'],
  workbench: ['build', 'sandbox', 'taskpane', 'functions', 'app', 'api', 'core'],
};

const escaped = (path) => path.replaceAll('.', '\\.');

const roomRules = Object.entries(ROOMS).map(([room, others]) => ({
  name: `${room}-imports-what-is-below`,
  comment: `${room} may import ${others.join(', ') || 'nothing of ours'}: move the code, or hand it over`,
  severity: 'error',
  from: { path: `^src/${room}/` },
  to: { path: '^src/', pathNot: [room, ...others].map((other) => `^src/${escaped(other)}(/|$)`) },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...roomRules,
    {
      name: 'no-circles',
      comment: 'Files that need each other are one file, or need a third',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'core-imports-no-package',
      severity: 'error',
      from: { path: '^src/core/' },
      to: { dependencyTypesNot: ['local'] },
    },
    {
      name: 'only-the-workbench-knows-its-engine',
      severity: 'error',
      from: { pathNot: '^src/workbench/' },
      to: { path: 'node_modules/@univerjs/' },
    },
    {
      name: 'scripts-hold-no-help-texts',
      comment: 'Help texts come as help.json and pages: cells and the pane do not wait for them in scripts',
      severity: 'error',
      from: {
        path: '^src/(core|api|app|functions|taskpane|office)/',
        pathNot: '\\.help\\.ts$|^src/functions/(help|generated)/|^src/api/interface/description\\.ts$',
      },
      to: { path: '\\.help\\.ts$', dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.json'] },
  },
};

/** For the map in the README. */
Object.defineProperty(module.exports, 'rooms', { value: ROOMS });
