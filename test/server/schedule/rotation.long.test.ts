/** Judges that take turns, and re-checks of judges, driven by a clock that stands still. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  startModelServer,
  type ModelServer,
  type ReceivedCall,
} from '../../../workshop/model-server/index.ts'
import type { RecheckResult, RotationResult } from '../../../shared/contracts/index.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { alphabetically, KEYS, modelsThat, shownIn } from '../judging/judge-pair/judged-arena.ts'
import { comesTo, resultsOf, scheduled } from './scheduled-arena.ts'

let app: TestApp
let models: ModelServer

/** `judge-1` prefers the first in the alphabet, `judge-2` does not on one pair of the three. */
const contrary = (call: ReceivedCall) => {
  const isContrary = call.model === 'judge-2' && !shownIn(call).includes('amber')
  const pick = alphabetically(call)
  return isContrary ? (pick === 'first' ? 'second' : 'first') : pick
}

beforeAll(async () => {
  models = await startModelServer({ reply: modelsThat(contrary) })
  app = await createTestApp({ clock: '2026-11-20T12:00:00Z', env: KEYS })
  await app.work()
})
afterAll(async () => {
  await app?.close()
  await models?.close()
})

const JUDGES = [
  { name: 'ann', model: 'judge-1' },
  { name: 'bea', model: 'judge-2' },
]

test('each judge judges new prompts and a part of those of the judge before it, and their agreement is counted', async () => {
  app.clock.set('2026-11-20T12:00:00Z')
  const arena = await scheduled(
    app.deps,
    {
      entries: [
        {
          name: 'turns',
          does: 'rotate',
          cron: '0 3 * * 1',
          judges: ['ann', 'bea'],
          prompts: 4,
          overlap: 0.5,
        },
      ],
    },
    { slug: 'turns', baseUrl: models.openAiUrl, prompts: 12, judges: JUDGES },
  )
  for (const day of ['2026-11-20T12:00', '2026-11-23T03:00', '2026-11-30T03:00', '2026-12-07T03:00'])
    await comesTo(app, `${day}:00Z`)
  const [first, second, third] = await resultsOf<RotationResult>(app.deps, arena)
  expect(first).toEqual({ judge: 'ann', before: null, prompts: 4, overlap: 0, agreement: [] })
  expect(second).toMatchObject({ judge: 'bea', before: 'ann', prompts: 4, overlap: 2 })
  // three pairs of contestants on two prompts: the judges agree on two pairs of three
  expect(second.agreement).toMatchObject([{ criterion: 'overall', agreement: { hits: 4, n: 6 } }])
  expect(third).toMatchObject({ judge: 'ann', before: 'bea', prompts: 4, overlap: 2 })
  expect(third.agreement).toMatchObject([{ criterion: 'overall', agreement: { hits: 4, n: 6 } }])
  const judged = await app.deps.db
    .selectFrom('judgements')
    .select(({ fn }) => [fn.count<number>('prompt_id').distinct().as('prompts'), fn.countAll().as('all')])
    .where('arena_id', '=', arena.id)
    .executeTakeFirstOrThrow()
  // 4 + 2 + 2 prompts are new, and each judge judged three pairs on each of its four
  expect([Number(judged.prompts), Number(judged.all)]).toEqual([8, 36])
})

test('a re-check asks each judge once more about the same answers, and evaluates it', async () => {
  app.clock.set('2026-12-08T12:00:00Z')
  const arena = await scheduled(
    app.deps,
    {
      entries: [
        { name: 'work', does: 'judge', cron: '0 1 * * *' },
        { name: 'again', does: 'recheck', cron: '0 4 * * *', prompts: 2 },
      ],
    },
    { slug: 'again', baseUrl: models.openAiUrl, prompts: 3, judges: JUDGES },
  )
  for (const day of ['08T12', '09T01', '09T04', '10T04']) await comesTo(app, `2026-12-${day}:00:00Z`)
  const repeats = await app.deps.db
    .selectFrom('judgements')
    .select(({ fn }) => ['repeat', fn.countAll().as('count')])
    .where('arena_id', '=', arena.id)
    .groupBy('repeat')
    .orderBy('repeat')
    .execute()
  // 2 judges × 3 pairs on 3 prompts, then twice on 2 of them
  expect(repeats.map(({ repeat, count }) => [repeat, Number(count)])).toEqual([
    [0, 18],
    [1, 12],
    [2, 12],
  ])
  const rechecks = (await resultsOf<RecheckResult>(app.deps, arena)).filter((one) => one !== null)
  expect(rechecks.at(-1)).toMatchObject({
    judges: [
      { judge: 'ann', state: 'not_measured', withItself: 1 },
      { judge: 'bea', state: 'not_measured', withItself: 1 },
    ],
  })
})
