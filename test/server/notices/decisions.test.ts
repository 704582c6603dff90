/** Notices of what boards and judge evaluations conclude. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { arenaNamed } from '../../../server/arenas/index.ts'
import { quarantineVotes } from '../../../server/integrity/index.ts'
import { refreshEvaluation } from '../../../server/judge-evaluation/index.ts'
import { findNotices } from '../../../server/notices/find-notices.ts'
import { importInto } from '../../../server/transfer/index.ts'
import { inEnglish, type CodedMessage } from '../../../shared/messages/index.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'

const [first, second] = NAMES as [string, string]
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ clock: '2024-04-10T12:00:00Z' })
  await findNotices(app.deps)
  await app.work()
})
afterAll(() => app?.close())

/** Finds new notices and returns them with their sentences, oldest event first. */
async function found(slug: string): Promise<string[][]> {
  const { id } = await arenaNamed(app.deps.db, slug)
  await sql`delete from notices`.execute(app.deps.db)
  await findNotices(app.deps)
  const rows = await app.deps.db
    .selectFrom('notices')
    .select(['kind', 'finding'])
    .where('arena_id', '=', id)
    .orderBy('happened_at')
    .orderBy('kind')
    .execute()
  return rows.map(({ kind, finding }) => [kind, inEnglish(finding as CodedMessage)])
}

test('a declared winner has a notice, and so has the end of the declaration', async () => {
  /** Of two contestants, the first wins 369 of 400 votes, on 80 prompts. */
  const votes = Array.from({ length: 400 }, (_, n) =>
    voteOf(first, second, n % 13 === 0 ? 'right' : 'left', { prompt: `p${1 + (n % 80)}` }),
  )
  await importInto(app.deps, arenaOf('standing', { names: [first, second], prompts: 80, votes }))
  await app.settle()
  expect(await found('standing')).toEqual([
    ['decided', `Arena standing: ${first} is declared the winner by “overall”, after 400 votes of people.`],
  ])
  const { rows } = await sql<{ id: number }>`
    select id from votes where outcome = 'left' order by id limit 345`.execute(app.deps.db)
  app.clock.advance(1)
  const ids = rows.map(({ id }) => id)
  await quarantineVotes(app.deps, await arenaNamed(app.deps.db, 'standing'), ids, 'a script')
  await app.settle()
  expect(await found('standing')).toEqual([
    [
      'decision_fell',
      'Arena standing: the declared winner by “overall” no longer stands. The votes of people name no winner now.',
    ],
    ['votes_quarantined', 'Arena standing: 345 votes went into quarantine. No board counts them.'],
  ])
})

test('a judge has a notice when it drifts, and when its measurement is older than recheckDays', async () => {
  const agreed: Record<string, number> = { '2024-01': 54, '2024-02': 51, '2024-03': 52, '2024-04': 24 }
  const votes = Object.entries(agreed).flatMap(([month, hits]) =>
    Array.from({ length: 60 }, (_, n) => {
      const more = { prompt: `${month} ${n}`, castAt: new Date(`${month}-05T12:00:00Z`) }
      const outcome = n % 2 === 0 ? 'left' : 'right'
      const opposite = n % 2 === 0 ? 'right' : 'left'
      return [
        voteOf(first, second, outcome, { ...more, voter: 'ann' }),
        voteOf(first, second, n < hits ? outcome : opposite, { ...more, source: 'judge', voter: 'critic' }),
      ]
    }).flat(),
  )
  await importInto(app.deps, { ...arenaOf('drifts', { votes }), prompts: [], answers: [] })
  await refreshEvaluation(app.deps, await arenaNamed(app.deps.db, 'drifts'))
  expect(await found('drifts')).toEqual([
    [
      'judge_drifted',
      'Arena drifts: the judge critic has changed. Agreement with humans went from 87 % in 2024-03 to 40 % in 2024-04.',
    ],
  ])
  app.clock.set('2024-05-05T23:59:59Z')
  expect((await found('drifts')).map(([kind]) => kind)).toEqual(['judge_drifted'])
  app.clock.set('2024-05-06T00:00:00Z')
  expect(await found('drifts')).toEqual([
    expect.arrayContaining(['judge_drifted']),
    [
      'judge_due',
      'Arena drifts: the judge critic is due for a re-check. It was last measured on 2024-04-05, more than 30 days ago: vote on pairs that it has judged since.',
    ],
  ])
})
