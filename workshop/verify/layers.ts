/** Which folder may import which, and why. The lint rule in import-directions.ts enforces this table. */

/** A set of files that follow one rule. */
export interface Layer {
  /** The name that other layers use in their lists. */
  name: string
  /**
   * The paths of its files from the root. A path that ends in `/**` is a room: its files import each other freely.
   * `*` is any one name. The first matching path of the whole table decides the layer of a file.
   */
  files: string[]
  /** The layers that it may import. A room may import another room of its own layer only if the layer lists itself. */
  imports: string[] | 'everything'
  /**
   * The packages that it may import: names, or `runtime` (Node's own and the `dependencies` of package.json),
   * `browser` (all but Node's own), `any`. Unless names are listed, `import type` is always allowed.
   */
  packages: string[] | 'runtime' | 'browser' | 'any'
  /** "X may not import Y: …" */
  because: string
}

/** The domains from left to right, each with the reason why it imports nothing to its right. */
export const DOMAINS: Record<string, string> = {
  models: 'a key or a price is of a model and knows nothing of the arena that names it',
  arenas: 'an arena is the question and knows nothing of what is asked under it',
  ledger: 'the ledger counts what an arena may spend and knows nothing of what it is spent on',
  contestants: 'a contestant is who is ranked and knows nothing of what becomes of it',
  prompts: 'a prompt is one input and knows nothing of what is answered to it',
  answers: 'an answer is what a contestant gave and knows nothing of where it is shown',
  sampling: 'sampling draws the next pair and does not know how it is shown',
  voters: 'a voter is who votes and knows nothing of what is shown',
  pictures: 'a picture belongs to texts and knows nothing of the battle that shows them',
  'web-answers': 'an answer that runs in a frame knows nothing of the battle that shows it',
  battles: 'a battle shows two answers and knows nothing of the vote on them',
  votes: 'votes are facts and know nothing of what is computed from them',
  rubrics: 'a rubric is what judges are asked and knows nothing of who asks',
  calls: 'a call to a model fails for one cause and knows nothing of the run that makes it',
  runs: 'a run makes calls within a budget and knows nothing of what its kinds do with them',
  judging: 'judging reaches votes and knows nothing of what is computed from them',
  'judge-evaluation': 'judges are evaluated by votes and know nothing of the boards that count them',
  ratings: 'ratings are folded from votes and know nothing of who reads them',
  leaderboard: 'the leaderboard serves snapshots and knows nothing of what is concluded from them',
  comparisons: 'comparisons weigh two contestants and know nothing of attempts, files and formats',
  challenges: 'a challenge compares by runs of its own and knows nothing of files and formats',
  notices: 'notices tell of what happened and change nothing of it',
  live: 'a live battle asks contestants, and its vote is counted like any other',
  transfer: 'transfer carries everything in and out and stands at the far right',
}

const SHARED = ['shared/stats', 'shared/contracts', 'shared/sentence', 'shared/finish', 'other shared']
const SERVER = ['platform', 'domains', 'integrity', 'server']
const WEB_PARTS = ['api', 'parts']

export const LAYERS: Layer[] = [
  {
    name: 'shared/stats',
    files: ['shared/stats/**'],
    imports: [],
    packages: [],
    because: 'the statistics run anywhere and stand alone',
  },
  {
    name: 'shared/contracts',
    files: ['shared/contracts/**'],
    imports: [],
    packages: ['zod'],
    because: 'contracts are what both sides of a border agree on, in zod alone',
  },
  {
    name: 'shared/sentence',
    files: ['shared/sentence/**'],
    imports: ['shared/contracts'],
    packages: [],
    because: 'how a sentence is made is pure, and knows nothing of what it says',
  },
  {
    name: 'shared/finish',
    files: ['shared/finish/**'],
    imports: ['shared/stats', 'shared/contracts', 'shared/sentence', 'other shared'],
    packages: [],
    because: 'the view of a board and its pictures are pure',
  },
  {
    name: 'other shared',
    files: ['shared/*/**'],
    imports: ['shared/contracts', 'shared/sentence'],
    packages: [],
    because: 'what is shared is pure and knows contracts and sentences at most',
  },
  {
    name: 'migrations',
    files: ['migrations/**'],
    imports: [],
    packages: ['kysely'],
    because: 'a migration that has run never changes, so it may not stand on anything that does',
  },
  {
    name: 'platform',
    files: ['server/platform/**'],
    imports: [...SHARED, 'migrations'],
    packages: 'runtime',
    because: 'the platform carries the domains and knows none of them',
  },
  {
    name: 'domains',
    files: Object.keys(DOMAINS).map((domain) => `server/${domain}/**`),
    imports: [...SHARED, 'platform'],
    packages: 'runtime',
    because: 'a domain knows the platform, what is shared, and the domains to its left',
  },
  {
    name: 'integrity',
    files: ['server/integrity/**'],
    imports: [...SHARED, 'platform', 'domains'],
    packages: 'runtime',
    because: 'integrity knows the platform, what is shared, and the domains',
  },
  {
    name: 'server',
    files: ['server/openapi/**', 'server/*'],
    imports: [...SHARED, 'migrations', ...SERVER],
    packages: 'runtime',
    because: 'the server is put together from its own rooms',
  },
  {
    name: 'pages',
    files: ['web/src/pages/*/**'],
    imports: [...SHARED, ...WEB_PARTS],
    packages: 'browser',
    because: 'a page uses only ui, charts, state, api and shared code',
  },
  {
    name: 'api',
    files: ['web/src/api/**'],
    imports: [...SHARED, ...WEB_PARTS],
    packages: 'browser',
    because: 'the api speaks to the server and knows no page',
  },
  {
    name: 'parts',
    files: [
      'web/src/ui/**',
      'web/src/charts/**',
      'web/src/state/**',
      'web/src/styles/**',
      'web/src/words/**',
    ],
    imports: [...SHARED, ...WEB_PARTS],
    packages: 'browser',
    because: 'what every page uses knows no page',
  },
  {
    name: 'site',
    files: ['web/site/**'],
    imports: [...SHARED, 'pages', ...WEB_PARTS, 'domains'],
    packages: 'any',
    because: 'a static site has no server, so its browser runs the code that computes boards',
  },
  {
    name: 'web',
    files: ['web/src/*', 'web/*'],
    imports: [...SHARED, 'pages', ...WEB_PARTS],
    packages: 'browser',
    because: 'the browser gets what is in web/ and shared/',
  },
  {
    name: 'clients',
    files: ['clients/**'],
    imports: ['shared/contracts'],
    packages: ['openapi-fetch'],
    because: 'a client needs nothing but the address of a server',
  },
  {
    name: 'scripts',
    files: ['scripts/**'],
    imports: [...SHARED, ...SERVER, 'clients'],
    packages: 'any',
    because: 'the terminal calls the same verbs as HTTP',
  },
  {
    name: 'workshop',
    files: ['workshop/**'],
    imports: [...SHARED, ...SERVER, 'clients', 'scripts'],
    packages: 'any',
    because: 'the workshop measures and checks the product, and is not part of it',
  },
  {
    name: 'examples',
    files: ['examples/**'],
    imports: ['examples'],
    packages: 'any',
    because: 'an example calls the terminal, as anybody could who has it',
  },
  {
    name: 'test',
    files: ['test/**'],
    imports: 'everything',
    packages: 'any',
    because: 'it belongs to no layer',
  },
  {
    name: 'root',
    files: ['*'],
    imports: ['site', 'shared/contracts'],
    packages: 'any',
    because: 'a file at the root only sets up a tool',
  },
]

/** The only import from web to server. It gives the browser the types of the HTTP interface. */
export const API_TYPE = {
  importer: 'api',
  file: 'server/app.ts',
  types: ['Api'],
  because: 'the server must not travel to the browser',
}

/**
 * These layers may enter a domain only by one file. The server's own files, scripts and tests may import any of its
 * files.
 */
export const ENTRY = {
  file: 'index.ts',
  layers: ['domains', 'integrity'],
  because: 'a domain is entered by its index.ts, which says what others may call',
}

/** SQL stands beside the verb that needs it, inside the server. Nothing else speaks to the database. */
export const DATABASE = {
  packages: ['kysely', 'pg'],
  layers: ['migrations', 'platform', 'domains', 'integrity', 'test'],
  because: 'only the domains and the platform of the server speak to the database',
}

/** Folder names that do not say what is inside. */
export const EMPTY_NAMES = ['utils', 'util', 'helpers', 'common']
