/** Judges that no longer agree with themselves, and judges whose verdicts depend on the order of the answers. */
import { expect, test } from 'vitest'
import type { ReceivedCall } from '../../../workshop/model-server/wires.ts'
import type { Arena } from '../../../server/arenas/index.ts'
import { drawJudgedPair } from '../../../server/judge-evaluation/labelling.ts'
import { Board, JudgesReport } from '../../../shared/contracts/index.ts'
import { alphabetically, modelsThat, type Pick } from '../judging/judge-pair/judged-arena.ts'
import { withModels } from '../judging/judge-pair/with-models.ts'
import { evaluatedArena } from './evaluated-arena.ts'

const DAY = 24 * 3600
const rig = withModels({ clock: '2024-05-01T12:00:00Z' })
const { arenaOptions, humansSay } = evaluatedArena(rig)

const become = (pick: Pick) => rig.models.become({ reply: modelsThat(pick) })
const inverted: Pick = (call) => (alphabetically(call) === 'first' ? 'second' : 'first')
const questionOf = ({ text }: ReceivedCall) => Number(/Question (\d+)/.exec(text)![1])
/** Says the opposite about so many of ten questions. */
const invertedOn =
  (ofTen: number): Pick =>
  (call) =>
    (questionOf(call) % 10 < ofTen ? inverted : alphabetically)(call)

/** Has the arena's judges judge so many prompts, a day after all that happened before. */
async function judgeOn(slug: string, prompts: number, repeats = 1, judges: object[] = [{}]): Promise<Arena> {
  rig.app.clock.advance(DAY)
  const options = arenaOptions(slug, { contestants: ['amber', 'birch'], prompts, judges })
  return rig.judged(options, { spec: { plan: {}, seed: 1, repeats } })
}
/** A judge of 60 pairs that agrees with people on all that they decided. */
async function trusted(slug: string, judges?: object[], decided = 60): Promise<Arena> {
  const arena = await judgeOn(slug, 60, 1, judges)
  await humansSay(arena, ['amber', 'birch'], 'left', decided)
  await rig.app.settle()
  return arena
}
const get = async (path: string) => (await rig.app.request(`/api/arenas/${path}`)).json()
/** What the jobs have stored by now. */
async function stored(slug: string) {
  await rig.app.settle()
  const { judges } = JudgesReport.strict().parse(await get(`${slug}/judges`))
  return judges
}
const board = async (slug: string) => Board.strict().parse(await get(`${slug}/leaderboard?source=all`))

test('a judge that turned round is uncalibrated from the re-check on, on boards too', async () => {
  await trusted('turned', [{}, { model: 'judge-2' }])
  expect(await stored('turned')).toMatchObject([
    { state: 'calibrated', failure: null },
    { state: 'calibrated' },
  ])
  expect(await board('turned')).toMatchObject({
    votes: 180,
    view: { judges: { only: ['judge 1', 'judge 2'] } },
  })

  become((call) => (call.model === 'judge-2' ? alphabetically : invertedOn(9))(call))
  await judgeOn('turned', 60, 2, [{}, { model: 'judge-2' }])
  const day = rig.app.clock.now().toISOString().slice(0, 10)
  const [turned, steady] = await stored('turned')
  expect(turned).toMatchObject({
    state: 'uncalibrated',
    failure: { reason: 'self_agreement', hits: 6, n: 60 },
    evidence: { since: day, decided: 0, agreed: 0 },
    pairsMissing: 50,
    due: false,
    selfAgreement: { hits: 6, n: 60 },
    versions: [{ state: 'uncalibrated', standing: 60 }],
  })
  expect(turned!.findings[0]).toMatchObject({
    code: 'uncalibrated',
    message: expect.stringContaining(
      `It no longer agrees with itself: when it was asked again on ${day}, it repeated 10 % of 60 verdicts; 63 % are required.`,
    ),
  })
  expect(steady).toMatchObject({ state: 'calibrated', failure: null, selfAgreement: { hits: 60, n: 60 } })

  const all = await board('turned')
  expect(all).toMatchObject({ votes: 120, view: { judges: { only: ['judge 2'] } } })
  expect(all.warnings.find(({ code }) => code === 'judge_left_out')!.message).toContain(
    `judge 1 (asked again on ${day}, it repeated 6 of 60 verdicts, 63 % are required)`,
  )
})

test('it is trusted again by pairs that it judged after the re-check, and not because it turned back', async () => {
  const arena = await trusted('back', [{}], 55)
  become(inverted)
  await judgeOn('back', 60, 2)
  expect(await stored('back')).toMatchObject([{ state: 'uncalibrated' }])
  become(alphabetically)
  await judgeOn('back', 60, 3)
  const day = rig.app.clock.now().toISOString().slice(0, 10)
  expect(await stored('back')).toMatchObject([
    {
      state: 'uncalibrated',
      failure: { reason: 'self_agreement' },
      evidence: { since: day },
      pairsMissing: 50,
    },
  ])
  await judgeOn('back', 110)
  await rig.app.settle()
  // people are shown pairs that teach something, not the five that were judged before
  const draw = (seed: number) =>
    drawJudgedPair(rig.app.deps.db, {
      arenaId: arena.id,
      voter: 'ben',
      criteria: ['overall'],
      seed,
      decidedBy: 'nobody',
    })
  const keys = new Map(
    (
      await rig.app.sql<{ id: number; key: string }>`select id, key from prompts where arena_id = ${arena.id}`
    ).map(({ id, key }) => [id, key]),
  )
  for (let seed = 0; seed < 20; seed++)
    expect(Number(keys.get((await draw(seed))!.promptId)!.slice(1))).toBeGreaterThan(60)
  await humansSay(arena, ['amber', 'birch'], 'left', 109, 'ben')
  expect(await stored('back')).toMatchObject([{ state: 'uncalibrated', pairsMissing: 1 }])
  await humansSay(arena, ['amber', 'birch'], 'left', 110, 'cy')
  expect(await stored('back')).toMatchObject([
    { state: 'calibrated', failure: null, evidence: { since: day, decided: 50, agreed: 50 } },
  ])
  expect(await board('back')).toMatchObject({ view: { judges: { only: ['judge 1'] } } })
})

test('votes from between two lapses are measured apart: bad ones that still count keep it uncalibrated', async () => {
  const arena = await trusted('between')
  become(inverted)
  await judgeOn('between', 60, 2)
  await judgeOn('between', 110)
  become(alphabetically)
  await judgeOn('between', 110, 3)
  const day = rig.app.clock.now().toISOString().slice(0, 10)
  await judgeOn('between', 160)
  await humansSay(arena, ['amber', 'birch'], 'left', 160, 'ben')
  const [judge] = await stored('between')
  expect(judge).toMatchObject({
    state: 'uncalibrated',
    failure: { reason: 'agreement', hits: 0, n: 50 },
    evidence: { until: day },
  })
  expect(judge!.findings[0]!.message).toContain(`until ${day}; 75 % are required`)
})

test('a judge that takes to ties no longer agrees with itself either, and one that nobody measured is left out, too', async () => {
  await judgeOn('ties', 20)
  expect(await stored('ties')).toMatchObject([{ state: 'not_measured' }])
  become(() => 'tie')
  await judgeOn('ties', 20, 2)
  expect(await stored('ties')).toMatchObject([
    { state: 'uncalibrated', failure: { reason: 'self_agreement', n: 20 } },
  ])
  expect(await get('ties/leaderboard?source=judges')).toMatchObject({ votes: 0 })
})

/** Looks at the answers to so many of ten questions, and takes the first on all others. */
const looksAt =
  (ofTen: number): Pick =>
  (call) =>
    questionOf(call) % 10 < ofTen ? alphabetically(call) : 'first'

test('a judge whose orders agree on fewer pairs than those of a coin is uncalibrated, however right it is when they agree', async () => {
  become(looksAt(3))
  const first = await judgeOn('first-70', 180)
  await humansSay(first, ['amber', 'birch'], 'left', 180)
  const [judge] = await stored('first-70')
  expect(judge).toMatchObject({
    state: 'uncalibrated',
    failure: { reason: 'consistency', hits: 54, n: 180 },
    figures: { decisive: { hits: 54, n: 54 } },
  })
  expect(judge!.findings.map(({ code }) => code)).toEqual(['uncalibrated', 'prefers_first'])
  expect(judge!.findings[0]!.message).toContain('consistent in 30 % of 180 pairs; 50 % are required')
  expect((await board('first-70')).warnings.find(({ code }) => code === 'judge_left_out')!.message).toContain(
    'judge 1 (keeps 54 of 180 verdicts when the answers swap places, 50 % are required)',
  )

  become(looksAt(8))
  const usual = await judgeOn('first-20', 70)
  await humansSay(usual, ['amber', 'birch'], 'left', 70)
  expect(await stored('first-20')).toMatchObject([
    { state: 'calibrated', figures: { consistency: { share: 0.8 } } },
  ])
})
