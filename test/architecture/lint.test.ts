/** What the lint of this project refuses, in a small project: each forbidden import, and promises that nothing waits for. */
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import type { ProviderError } from '../../server/platform/providers/provider.ts'
import type { FileError } from '../../server/transfer/formats/fields.ts'
import { PlantedTree } from './planted-tree.ts'

const allowed: Record<string, string> = {
  'shared/stats/fit.ts': `import type { Votes } from './types.ts'\nexport type Fit = Votes\n`,
  'shared/contracts/vote.ts': `import { z } from 'zod'\nexport const Vote = z.string()\n`,
  'shared/sentence/say.ts': `import { Vote } from '../contracts/vote.ts'\nexport const say = () => Vote\n`,
  'migrations/0001_arenas.ts': `import { sql } from 'kysely'\nexport const up = sql\n`,
  'server/platform/postgres/database.ts': `import { Kysely } from 'kysely'\nimport pg from 'pg'\nexport const both = [Kysely, pg]\n`,
  'server/platform/schema.ts': `export interface Database {\n  votes: { id: number }\n}\n`,
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

const inSvelte = (line: string) =>
  line.startsWith('<') ? line : `<script lang="ts">\n  ${line}\n</script>\n\n<p>text</p>\n`

/** A line each: a file, its text, what the complaint must say. */
const forbidden = `
  server/votes/weigh.ts | export { refit } from '../ratings/index.ts' | votes may not import ratings
  server/arenas/lazy.ts | export const late = () => import('../transfer/index.ts') | arenas may not import transfer
  server/battles/typed.ts | export type Cast = import('../votes/index.ts').Cast | battles may not import votes
  server/ratings/around-the-index.ts | export { insert } from '../votes/queries.ts' | ratings may not import votes/queries.ts
  server/votes/limited.ts | export { limits } from '../integrity/limits.ts' | votes may not import server/integrity
  server/sql.ts | export { sql } from 'kysely' | server/sql.ts may not import kysely
  server/platform/knowing.ts | export { cast } from '../votes/index.ts' | server/platform may not import votes
  server/platform/dev-only.ts | export { test } from 'vitest' | may not import vitest
  server/answers/from-web.ts | import '../../web/src/state/theme.ts' | answers may not import web/src/state
  server/transfer/from-script.ts | export { command } from '../../scripts/deadheat.ts' | transfer may not import scripts
  shared/stats/contracted.ts | import type { Vote } from '../contracts/vote.ts'; export type V = Vote | shared/stats may not import shared/contracts
  shared/stats/with-node.ts | export { performance } from 'node:perf_hooks' | shared/stats may not import node:perf_hooks
  shared/contracts/hono.ts | export { Hono } from 'hono' | shared/contracts may not import hono
  shared/sentence/rated.ts | export { fit } from '../stats/fit.ts' | shared/sentence may not import shared/stats
  migrations/0002_votes.ts | export { insert } from '../server/votes/queries.ts' | migrations may not import votes
  web/src/pages/leaderboard/Peeking.svelte | import Vote from '../vote/Vote.svelte' | web/src/pages/leaderboard may not import web/src/pages/vote: a page uses only ui, charts, state, api and shared code.
  web/src/pages/leaderboard/Module.svelte | <script module lang="ts">export const late = () => import('../vote/Vote.svelte')</script><p>text</p> | web/src/pages/leaderboard may not import web/src/pages/vote
  web/src/ui/Knowing.svelte | import Vote from '../pages/vote/Vote.svelte' | web/src/ui may not import web/src/pages/vote
  web/src/api/value.ts | import { app } from '../../../server/app.ts'; export const all = app | web/src/api may not import server/app.ts
  web/src/api/half-typed.ts | import { type Api } from '../../../server/app.ts'; export type All = Api | web/src/api may not import server/app.ts
  web/src/api/other-type.ts | import type { Deps } from '../../../server/app.ts'; export type All = Deps | web/src/api may not import server/app.ts
  web/src/pages/vote/Typed.svelte | import type { Api } from '../../../../server/app.ts' | web/src/pages/vote may not import server/app.ts
  web/src/state/on-disk.ts | export { readFileSync } from 'node:fs' | web/src/state/on-disk.ts may not import node:fs
  server/votes/absolute.ts | import '/server/app.ts' | /server/app.ts: imports are relative.
  server/votes/unlisted.ts | import 'left-pad' | left-pad is not in package.json.
  server/elsewhere/a.ts | export const a = 1 | server/elsewhere/a.ts belongs to no layer
  server/votes/helpers/a.ts | export const a = 1 | server/votes/helpers/a.ts: a folder called helpers says nothing.`
  .trim()
  .split(/\n +/)
  .map((line) => line.split(' | ') as [file: string, text: string, complaint: string])

const planted = (path: string, text: string) => ({
  [path]: path.endsWith('.svelte') ? inSvelte(text) : `${text}\n`,
})

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
    tree.plant(planted(path, text))
    const { code, output } = tree.lint()
    tree.uproot(path)
    expect(code).toBe(1)
    expect(output).toContain(remedy)
  })

  describe('all forbidden imports at once', () => {
    let run: ReturnType<PlantedTree['lint']>
    beforeAll(() => {
      for (const [path, text] of forbidden) tree.plant(planted(path, text))
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

test('what is wrong with a file, or with a call of a model, is a message that clients tell apart, and no text', () => {
  expectTypeOf<Extract<ConstructorParameters<typeof FileError>[0], string>>().toBeNever()
  expectTypeOf<Extract<ConstructorParameters<typeof ProviderError>[1], string>>().toBeNever()
})
