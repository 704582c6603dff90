/** One pair before a run: what it does and costs is said first, then judges say what they say of two answers. */
import { expect, it } from 'vitest'
import { DecidedBattle, JudgingState, RunEstimate } from '../../../../shared/contracts/index.ts'
import type { Arena } from '../../../../server/arenas/index.ts'
import { alphabetically, modelsThat } from './judged-arena.ts'
import { withModels } from './with-models.ts'

const { app, models, setUpJudged, progressWhen } = withModels()
const [ONE, TWO] = [{ name: 'judge-1' }, { name: 'judge-2', model: 'other-1' }]

const judging = ({ slug }: Arena, verb: string, request: object = {}) =>
  app.asAdmin(`/api/admin/arenas/${slug}/judging/${verb}`, request)
const estimated = async (arena: Arena, request: object) =>
  RunEstimate.parse(await (await judging(arena, 'estimate', request)).json())
/** Starts a run and waits for its end. */
async function run(arena: Arena, request: object = {}) {
  expect((await judging(arena, 'start', request)).status).toBe(200)
  return progressWhen(arena)
}
/** The judgements of an arena that are done. */
const done = ({ id }: Arena) => app.sql`select from judgements where status = 'done' and arena_id = ${id}`
const problem = async (response: Response) => [response.status, await response.text()]

it('is estimated, makes its two answers, is judged in both orders by each judge, and leads to what was said', async () => {
  const arena = await setUpJudged({ judges: [ONE, TWO] })
  const estimate = await estimated(arena, { singlePair: true })
  expect(estimate).toMatchObject({ answers: 2, judgements: 2, calls: 6 })
  expect(await estimated(arena, {})).toMatchObject({ answers: 12, judgements: 24, calls: 60 })
  expect(models.calls).toEqual([])

  const { status, pair, calls } = await run(arena, { singlePair: true })
  expect([status, calls.done]).toEqual(['done', 6])
  expect(pair).toMatchObject({ prompt: 'p1', contestants: ['amber', 'cedar'] })
  expect(pair!.battles.map(({ judge }) => judge)).toEqual(['judge-1', 'judge-2'])
  for (const { battle, judge } of pair!.battles) {
    const said = DecidedBattle.parse(await (await app.asAdmin(`/api/battles/${battle}`)).json())
    expect(said.judge).toBe(judge)
    expect(said.requests.map(({ reason }) => reason)).toEqual(['It is.', 'It is.'])
    expect(said[said.outcome === 'left' ? 'left' : 'right'].name).toBe('amber')
  }

  // the next one is another; then the whole repeats neither
  const second = await run(arena, { singlePair: true })
  expect([second.pair!.prompt, second.pair!.contestants]).not.toEqual([pair!.prompt, pair!.contestants])
  expect((await estimated(arena, {})).judgementsThere).toBe(4)
  const all = JudgingState.parse({ arena: arena.slug, judging: await run(arena) }).judging!
  expect(all.pair).toBeNull()
  expect(await done(arena)).toHaveLength(24)
})

it('is there in an arena that was judged to the end for a new contestant and for another judge', async () => {
  const contestants = ['amber', 'birch', 'cedar', 'dogwood']
  const arena = await setUpJudged({ slug: 'whole', judges: [ONE] })
  expect((await run(arena)).status).toBe('done')
  const none = [400, expect.stringContaining('has no pair to try')]
  for (const verb of ['estimate', 'start'])
    expect(await problem(await judging(arena, verb, { singlePair: true }))).toEqual(none)
  await setUpJudged({ slug: 'whole', judges: [ONE], contestants })
  expect((await run(arena, { singlePair: true })).pair!.contestants).toContain('dogwood')
  expect((await run(arena)).status).toBe('done')
  await setUpJudged({ slug: 'whole', judges: [ONE, TWO], contestants })
  const { status, pair } = await run(arena, { singlePair: true })
  expect([status, pair!.battles.map(({ judge }) => judge)]).toEqual(['done', ['judge-2']])
})

it('takes the place of no open run, and leaves what a cancelled one has planned', async () => {
  models.become({ latencyMs: 60 })
  const arena = await setUpJudged({ slug: 'open', judges: [ONE] })
  await judging(arena, 'start')
  await progressWhen(arena, ({ judgements }) => judgements.total !== null)
  expect(await problem(await judging(arena, 'start', { singlePair: true }))).toEqual([
    400,
    expect.stringContaining('has an open run'),
  ])
  await judging(arena, 'cancel')
  await progressWhen(arena, ({ calls }) => calls.underWay === 0)
  const before = (await done(arena)).length
  expect((await run(arena, { singlePair: true })).status).toBe('done')
  expect((await done(arena)).length - before).toBeLessThanOrEqual(1)
})

it('is no trial: the next run goes on with that', async () => {
  models.become({ reply: modelsThat(() => 'first') })
  const arena = await setUpJudged({ slug: 'first', judges: [ONE] })
  expect(await run(arena, { singlePair: true })).toMatchObject({ status: 'done', trials: [{ pairs: 1 }] })
  expect(await run(arena)).toMatchObject({
    status: 'paused',
    trials: [{ state: 'failed', pairs: 6, stop: { code: 'position' } }],
  })
  // mended, it is asked again: six pairs are no reason to stop it for good
  models.become({ reply: modelsThat(alphabetically) })
  await judging(arena, 'resume')
  expect((await progressWhen(arena)).status).toBe('done')
})

it.each([
  [{ singlePair: true, retryFailed: true }, 'singlePair goes without'],
  [{ singlePair: true, plan: 'everything' }, 'singlePair goes without'],
  [{ singlePair: true, repeats: 2 }, 'singlePair goes without'],
  [{ singlePair: true, judges: ['nobody'] }, 'nobody'],
])('%j is refused, by the estimate and by the start', async (request, why) => {
  const arena = await setUpJudged({ slug: 'refused', judges: [ONE] })
  for (const verb of ['estimate', 'start'])
    expect(await problem(await judging(arena, verb, request))).toEqual([400, expect.stringContaining(why)])
})
