/** What each room may import of the others, in the order of the map. A path means only that file or folder. */
const ROOMS = {
  core: [],
  api: ['core'],
  app: ['api', 'core'],
  functions: ['app', 'api', 'core'],
  taskpane: ['functions', 'app', 'api', 'core'],
  office: ['taskpane', 'functions', 'app', 'api', 'core'],
  sandbox: ['core', 'api/operations.ts', 'api/operations.help.ts', 'api/interface'],
  gateway: ['api', 'core'],
  build: ['taskpane/texts', 'sandbox', 'functions', 'app', 'api', 'core'],
  workbench: ['build', 'sandbox', 'taskpane', 'functions', 'app', 'api', 'core'],
};

/** What each chapter of a room may import of the room's other chapters, beside the files at the room's door. */
const CHAPTERS = {
  core: { calendar: [], names: [] },
  api: { interface: [], transport: ['interface'], lookup: ['interface', 'transport'], ticks: ['lookup', 'transport'] },
  app: { generated: [], workbook: ['generated'] },
  functions: {
    evaluate: [],
    parameters: [],
    tables: ['parameters'],
    help: ['evaluate'],
    generated: ['evaluate', 'help'],
  },
  office: { workbook: [] },
  taskpane: {
    texts: [],
    styles: [],
    components: ['texts'],
    activity: ['components', 'texts'],
    cells: ['components', 'texts'],
    chart: ['components', 'texts'],
    completion: ['components', 'texts'],
    help: ['components', 'texts'],
    functions: ['completion', 'help', 'components', 'texts'],
    search: ['cells', 'completion', 'functions', 'components', 'texts'],
    models: ['cells', 'components', 'texts'],
    settings: ['components', 'texts'],
  },
  sandbox: {
    calendar: [],
    faults: [],
    exchanges: ['calendar'],
    instruments: ['calendar', 'exchanges'],
    answers: ['calendar', 'exchanges', 'instruments'],
  },
  gateway: {
    access: [],
    service: [],
    cache: ['service'],
    nodes: [],
    watch: ['access'],
    command: ['access', 'nodes', 'watch'],
    check: ['cache', 'command', 'service'],
  },
  workbench: {
    engine: [],
    'univer-patches': ['engine'],
    sheet: ['engine', 'univer-patches'],
    xlsx: ['engine', 'sheet'],
    service: [],
    page: ['engine', 'univer-patches', 'sheet', 'xlsx', 'service'],
  },
};

const escaped = (path) => path.replaceAll('.', '\\.');

const roomRules = Object.entries(ROOMS).map(([room, others]) => ({
  name: `${room}-imports-what-is-below`,
  comment: `${room} may import ${others.join(', ') || 'nothing of ours'}: move the code, or hand it over`,
  severity: 'error',
  from: { path: `^src/${room}/` },
  to: { path: '^src/', pathNot: [room, ...others].map((other) => `^src/${escaped(other)}(/|$)`) },
}));

const chapterRules = Object.entries(CHAPTERS).flatMap(([room, chapters]) =>
  Object.entries(chapters).map(([chapter, others]) => ({
    name: `${room}-${chapter}-imports-what-is-below`,
    comment: `the chapter ${chapter} of ${room} may import ${others.join(', ') || 'no other chapter'}`,
    severity: 'error',
    from: { path: `^src/${room}/${chapter}/` },
    to: {
      path: `^src/${room}/[^/]+/`,
      pathNot: [chapter, ...others].map((other) => `^src/${room}/${other}/`),
      dependencyTypesNot: ['type-only'],
    },
  })),
);

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...roomRules,
    ...chapterRules,
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
