/** Each forbidden import, in a small project, fails the lint, and the message says what to do instead. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PlantedTree } from './planted-tree.ts'

const allowed: Record<string, string> = {
  'shared/stats/fit.ts': `import type { Votes } from './types.ts'\nexport type Fit = Votes\n`,
  'shared/contracts/vote.ts': `import { z } from 'zod'\nexport const Vote = z.string()\n`,
  'shared/sentence/say.ts': `import { Vote } from '../contracts/vote.ts'\nexport const say = () => Vote\n`,
  'migrations/0001_arenas.ts': `import { sql } from 'kysely'\nexport const up = sql\n`,
  'server/platform/postgres/database.ts': `import { Kysely } from 'kysely'\nimport pg from 'pg'\nexport const both = [Kysely, pg]\n`,
  'server/votes/tables.ts': `import type { Generated } from 'kysely'\ndeclare module '../platform/schema.ts' {\n  interface Database {\n    votes: { id: Generated<number> }\n  }\n}\n`,
  'server/platform/schema.ts': `export interface Database {}\n`,
  'server/arenas/counts.ts': `import type { Database } from '../platform/schema.ts'\nexport type Counts = Database['votes']\n`,
  'server/votes/index.ts': `export { cast } from './cast-vote.ts'\n`,
  'server/votes/cast-vote.ts':
    `import type { Transaction } from 'kysely'\nimport { both } from '../platform/database.ts'\n` +
    `import { insert } from './queries.ts'\nexport const cast = (trx: Transaction<object>) => [trx, both, insert]\n`,
  'server/votes/queries.ts': `import { sql } from 'kysely'\nexport const insert = sql\n`,
  'server/votes/retract.ts': `import { sql } from 'kysely'\nexport const retract = sql\n`,
  'server/ratings/refit.ts': `import { cast } from '../votes/index.ts'\nexport const refit = cast\n`,
  'server/integrity/limits.ts': `import { cast } from '../votes/index.ts'\nexport const limits = cast\n`,
  'server/app.ts':
    `import { limits } from './integrity/limits.ts'\nimport { cast } from './votes/cast-vote.ts'\n` +
    `export const app = [limits, cast]\nexport type Api = typeof app\n`,
  'server/main.ts': `import { app } from './app.ts'\nimport manifest from '../package.json' with { type: 'json' }\nconsole.log(app, manifest)\n`,
  'web/src/api/client.ts': `import type { Api } from '../../../server/app.ts'\nexport type Client = Api\n`,
  'web/src/ui/Button.svelte': `<script lang="ts">\n  let { text }: { text: string } = $props()\n</script>\n\n<button>{text}</button>\n`,
  'web/src/pages/vote/Vote.svelte':
    `<script lang="ts">\n  import Button from '../../ui/Button.svelte'\n  import type { Client } from '../../api/client.ts'\n` +
    `  import { say } from '../../../../shared/sentence/say.ts'\n  const client: Client | null = null\n</script>\n\n<Button text={say()} {client} />\n`,
  'web/src/App.svelte': `<script lang="ts">\n  import Vote from './pages/vote/Vote.svelte'\n  import './styles/tokens.css'\n</script>\n\n<Vote />\n`,
  'scripts/deadheat.ts': `import { cast } from '../server/votes/index.ts'\nexport const command = cast\n`,
  'test/votes/cast.test.ts': `import { cast } from '../../server/votes/cast-vote.ts'\nexport const tested = cast\n`,
}

const inSvelte = (line: string) => `<script lang="ts">\n  ${line}\n</script>\n\n<p>text</p>\n`
const ts = (line: string) => `${line}\n`

/** [file, its text, what the complaint must say] */
const forbidden: [string, string, string][] = [
  [
    'server/votes/weigh.ts',
    ts(`export { refit } from '../ratings/index.ts'`),
    'votes may not import ratings: votes are facts and know nothing of what is computed from them. Let ratings read votes.',
  ],
  [
    'server/arenas/lazy.ts',
    ts(`export const late = () => import('../transfer/index.ts')`),
    'arenas may not import transfer: an arena is the question and knows nothing of what is asked under it. Let transfer read arenas.',
  ],
  [
    'server/battles/typed.ts',
    ts(`export type Cast = import('../votes/index.ts').Cast`),
    'battles may not import votes: a battle shows two answers and knows nothing of the vote on them. Let votes read battles.',
  ],
  [
    'server/ratings/around-the-index.ts',
    ts(`export { insert } from '../votes/queries.ts'`),
    'ratings may not import votes/queries.ts: a domain is entered by its index.ts, which says what others may call. Import server/votes/index.ts',
  ],
  [
    'server/ratings/bare-folder.ts',
    ts(`export * from '../votes'`),
    'ratings may not import votes: a domain is entered by its index.ts',
  ],
  [
    'server/votes/limited.ts',
    ts(`export { limits } from '../integrity/limits.ts'`),
    'votes may not import server/integrity: app.ts mounts integrity around the domains, and jobs run it. Offer in your index.ts',
  ],
  [
    'server/sql.ts',
    ts(`export { sql } from 'kysely'`),
    'server/sql.ts may not import kysely: only the domains and the platform of the server speak to the database',
  ],
  [
    'server/half-typed.ts',
    ts(`import { type Kysely } from 'kysely'\nexport type Db = Kysely<object>`),
    'server/half-typed.ts may not import kysely: only the domains and the platform',
  ],
  [
    'server/worker.ts',
    ts(`import pg from 'pg'\nexport const pool = pg`),
    'server/worker.ts may not import pg: only the domains and the platform',
  ],
  [
    'server/platform/knowing.ts',
    ts(`export { cast } from '../votes/index.ts'`),
    'server/platform may not import votes: the platform carries the domains and knows none of them. Take what it needs as an argument.',
  ],
  [
    'server/ratings/tables.ts',
    ts(`export { cast } from '../votes/index.ts'`),
    'server/ratings/tables.ts may not import votes: the types of tables are read everywhere and know no code. Move the type that it needs to shared/',
  ],
  [
    'server/platform/dev-only.ts',
    ts(`export { test } from 'vitest'`),
    'may not import vitest: it is a development dependency and absent where the server runs.',
  ],
  [
    'server/answers/from-web.ts',
    ts(`import '../../web/src/state/theme.ts'`),
    'answers may not import web/src/state: a domain knows the platform, what is shared, and the domains to its left.',
  ],
  [
    'server/transfer/from-script.ts',
    ts(`export { command } from '../../scripts/deadheat.ts'`),
    'transfer may not import scripts: scripts only start what the server and shared/ do. Move what both need to server/ or shared/',
  ],
  [
    'shared/stats/contracted.ts',
    ts(`import type { Vote } from '../contracts/vote.ts'\nexport type V = Vote`),
    'shared/stats may not import shared/contracts: the statistics run anywhere and stand alone. Pass in numbers and typed arrays',
  ],
  [
    'shared/stats/with-node.ts',
    ts(`export { performance } from 'node:perf_hooks'`),
    'shared/stats may not import node:perf_hooks: the statistics run anywhere and stand alone.',
  ],
  [
    'shared/stats/with-package.ts',
    ts(`export { z } from 'zod'`),
    'shared/stats may not import zod: the statistics run anywhere and stand alone.',
  ],
  [
    'shared/contracts/hono.ts',
    ts(`export { Hono } from 'hono'`),
    'shared/contracts may not import hono: contracts are what both sides of a border agree on, in zod alone.',
  ],
  [
    'shared/sentence/rated.ts',
    ts(`export { fit } from '../stats/fit.ts'`),
    'shared/sentence may not import shared/stats: what is shared is pure and knows the contracts at most.',
  ],
  [
    'shared/contracts/served.ts',
    ts(`export type { Api } from '../../server/app.ts'`),
    'shared/contracts may not import server/app.ts: contracts are what both sides of a border agree on',
  ],
  [
    'migrations/0002_votes.ts',
    ts(`export { insert } from '../server/votes/queries.ts'`),
    'migrations may not import votes: a migration that has run never changes',
  ],
  [
    'web/src/pages/leaderboard/Peeking.svelte',
    inSvelte(`import Vote from '../vote/Vote.svelte'`),
    'web/src/pages/leaderboard may not import web/src/pages/vote: a page uses only ui, charts, state, api and shared code. Move what both need',
  ],
  [
    'web/src/pages/leaderboard/peeking.ts',
    ts(`export { shortcut } from '../vote/shortcut.ts'`),
    'web/src/pages/leaderboard may not import web/src/pages/vote: a page uses only ui, charts, state, api and shared code',
  ],
  [
    'web/src/pages/leaderboard/Module.svelte',
    `<script module lang="ts">\n  export const late = () => import('../vote/Vote.svelte')\n</script>\n\n<p>text</p>\n`,
    'web/src/pages/leaderboard may not import web/src/pages/vote: a page uses only ui, charts, state, api and shared code',
  ],
  [
    'web/src/ui/Knowing.svelte',
    inSvelte(`import Vote from '../pages/vote/Vote.svelte'`),
    'web/src/ui may not import web/src/pages/vote: what every page uses knows no page. Take it from the page',
  ],
  [
    'web/src/api/knowing.ts',
    ts(`import '../pages/vote/shortcut.ts'`),
    'web/src/api may not import web/src/pages/vote: the api speaks to the server and knows no page.',
  ],
  [
    'web/src/api/value.ts',
    ts(`import { app } from '../../../server/app.ts'\nexport const all = app`),
    'web/src/api may not import server/app.ts: the server must not travel to the browser. Call it through web/src/api',
  ],
  [
    'web/src/api/half-typed.ts',
    ts(`import { type Api } from '../../../server/app.ts'\nexport type All = Api`),
    'web/src/api may not import server/app.ts: the server must not travel to the browser.',
  ],
  [
    'web/src/api/other-type.ts',
    ts(`import type { Deps } from '../../../server/app.ts'\nexport type All = Deps`),
    'web/src/api may not import server/app.ts: the server must not travel to the browser.',
  ],
  [
    'web/src/pages/vote/Typed.svelte',
    inSvelte(`import type { Api } from '../../../../server/app.ts'`),
    'web/src/pages/vote may not import server/app.ts: the server must not travel to the browser.',
  ],
  [
    'web/src/pages/vote/Direct.svelte',
    inSvelte(`import { cast } from '../../../../server/votes/index.ts'`),
    'web/src/pages/vote may not import server/votes/index.ts: the server must not travel to the browser.',
  ],
  [
    'web/src/state/on-disk.ts',
    ts(`export { readFileSync } from 'node:fs'`),
    'web/src/state/on-disk.ts may not import node:fs: browsers do not have it.',
  ],
  [
    'server/integrity/around-the-index.ts',
    ts(`export { insert } from '../votes/queries.ts'`),
    'server/integrity may not import votes/queries.ts: a domain is entered by its index.ts',
  ],
  [
    'scripts/cli/commands/rate.ts',
    ts(`export { sql } from 'kysely'`),
    'scripts/cli/commands/rate.ts may not import kysely: only the domains and the platform',
  ],
  ['server/votes/absolute.ts', ts(`import '/server/app.ts'`), '/server/app.ts: imports are relative.'],
  ['server/votes/unlisted.ts', ts(`import 'left-pad'`), 'left-pad is not in package.json.'],
  [
    'server/elsewhere/a.ts',
    ts(`export const a = 1`),
    'server/elsewhere/a.ts belongs to no layer. Move it to a folder that does, or add its folder to a layer in workshop/verify/layers.ts.',
  ],
  [
    'server/votes/helpers/a.ts',
    ts(`export const a = 1`),
    'server/votes/helpers/a.ts: a folder called helpers says nothing. Name it after what it holds.',
  ],
]

const CIRCLES: [kind: string, text: (from: string, name: string, other: string) => string][] = [
  [
    'values',
    (from, name, other) => `import { ${other} } from '${from}'\nexport const ${name} = () => ${other}\n`,
  ],
  [
    'types',
    (from, name, other) => `import type { ${other} } from '${from}'\nexport type ${name} = ${other}[]\n`,
  ],
]

describe('import directions', () => {
  const tree = new PlantedTree()
  beforeAll(() => tree.plant(allowed))
  afterAll(() => tree[Symbol.dispose]())

  test('a project with only allowed imports passes', () => {
    const { code, output } = tree.lint()
    expect(output).not.toContain('may not')
    expect(code).toBe(0)
  })

  test('one forbidden import in a .svelte file alone fails the lint', () => {
    const path = 'web/src/pages/leaderboard/Peeking.svelte'
    const [, text, remedy] = forbidden.find(([file]) => file === path)!
    tree.plant({ [path]: text })
    const { code, output } = tree.lint()
    tree.uproot(path)
    expect(code).toBe(1)
    expect(output).toContain(remedy)
  })

  describe('all forbidden imports at once', () => {
    let run: ReturnType<PlantedTree['lint']>
    beforeAll(() => {
      tree.plant(Object.fromEntries(forbidden))
      for (const [kind, text] of CIRCLES)
        tree.plant({
          [`server/votes/one-of-${kind}.ts`]: text(`./two-of-${kind}.ts`, 'One', 'Two'),
          [`server/votes/two-of-${kind}.ts`]: text(`./one-of-${kind}.ts`, 'Two', 'One'),
        })
      run = tree.lint()
    })

    test('they fail the lint', () => {
      expect(run.code).toBe(1)
    })

    test.each(CIRCLES)('two files that import %s from each other', (kind) => {
      expect(run.messagesOf(`server/votes/one-of-${kind}.ts`).join()).toContain('import(no-cycle)')
    })

    test.each(forbidden)('%s', (path, _, remedy) => {
      const complaints = run.messagesOf(path).filter((line) => line.includes('deadheat(import-directions)'))
      expect(complaints).toHaveLength(1)
      expect(complaints[0]).toContain(remedy)
    })

    test.each(Object.keys(allowed))('%s has no complaints', (path) => {
      expect(run.messagesOf(path)).toEqual([])
    })
  })
})
