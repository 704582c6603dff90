/** Judges that are asked here: what single requests, costs, failures and versions show of them. */
import { expect, test, describe } from 'vitest'
import type { Arena } from '../../../server/arenas/index.ts'
import { evaluateJudges } from '../../../server/judge-evaluation/evaluate-judges.ts'
import { alphabetically, modelsThat, shownIn } from '../judging/judge-pair/judged-arena.ts'
import { withModels } from '../judging/judge-pair/with-models.ts'
import { evaluatedArena } from './evaluated-arena.ts'
import { msg, warning } from '../../../shared/messages/index.ts'
import type { ReceivedCall } from '../../../workshop/model-server/wires.ts'
import { judgesText } from '../../../server/judge-evaluation/render/judges-text.ts'

const rig = withModels()
const { arenaOptions, humansSay } = evaluatedArena(rig)
const evaluation = async (arena: Arena) => (await evaluateJudges(rig.app.deps, arena)).judges

test('a judge that nearly always says "first" prefers the first place', async () => {
  // with one pair less it would be stopped in its trial
  let judgedFairly: string | undefined
  rig.models.become({
    reply: modelsThat((call) => {
      const question = /Question (\d+)\?/.exec(call.text)?.[1]
      if (!shownIn(call).includes('amber')) judgedFairly ??= question
      return question === judgedFairly && !shownIn(call).includes('amber') ? alphabetically(call) : 'first'
    }),
  })
  const arena = await rig.judged(arenaOptions('always-first'))
  await humansSay(arena, ['amber', 'birch'], 'left', 4)
  const [judge] = await evaluation(arena)
  expect(judge!.figures).toMatchObject({
    votes: 12,
    consistency: { hits: 1, n: 12 },
    firstPosition: { hits: 23, n: 24 },
    threeWay: { hits: 0, n: 4 },
    decisive: { n: 0, share: null },
    undecidedByJudge: 4,
  })
  expect(judge!.findings.map(({ code }) => code)).toEqual(['prefers_first', 'inconsistent'])
  expect(judge!.cost).toMatchObject({ calls: 24, failedCalls: 0 })
  expect(judge!.cost!.medianLatencyMs).toBeGreaterThan(0)
  expect(judge!.cost!.latencyMsPerVote).toBeGreaterThan(judge!.cost!.medianLatencyMs!)
})

test('a judge that ranks by place prefers the first place in its rankings, too', async () => {
  rig.models.become({
    reply: () => JSON.stringify({ overall: { reason: 'As they stand.', order: [[1], [2], [3]] } }),
  })
  const arena = await rig.judged(arenaOptions('ranks', { judges: [{ form: 'listwise', listSize: 3 }] }))
  const [judge] = await evaluation(arena)
  expect(judge!.figures).toMatchObject({
    votes: 12,
    firstPosition: { hits: 24, n: 24 },
    consistency: { hits: 0, n: 12 },
  })
})

test('a judge that ignores places and names has a position effect whose interval includes none', async () => {
  const toss = (call: Parameters<typeof shownIn>[0]) => {
    const names = shownIn(call)
    const prompt = Number(/Question (\d+)/.exec(call.text)![1])
    const wins = (prompt + names.toSorted().join().length) % 2 === 0
    return wins === names[0] < names[1] ? ('first' as const) : ('second' as const)
  }
  rig.models.become({ reply: modelsThat(toss) })
  const contestants = ['amber', 'birch', 'dogwood']
  const [judge] = await evaluation(await rig.judged(arenaOptions('tosses', { contestants, prompts: 8 })))
  expect(judge!.figures).toMatchObject({
    consistency: { share: 1 },
    firstPosition: { hits: 24, n: 48, share: 0.5 },
  })
  expect(judge!.positionEffect!.firstWins).toBeCloseTo(0.5, 6)
  expect(judge!.findings).toEqual([])
})

test('a judge that prefers longer answers of its own family gets a warning if humans do not prefer them', async () => {
  rig.models.become({ reply: modelsThat((call) => (shownIn(call)[0] === 'dogwood' ? 'first' : 'second')) })
  const prompts = 60
  const contestants = ['amber', 'dogwood']
  const judges = [{ family: 'wood' }]
  const arena = await rig.judged(arenaOptions('longer', { contestants, prompts, judges }))
  await rig.app.sql`update contestants set family = 'wood' where arena_id = ${arena.id} and name = 'dogwood'`
  const before = (await evaluation(arena))[0]
  expect(before.findings.map(({ code }) => code)).toEqual([
    'prefers_longer',
    'prefers_own_family',
    'same_family',
  ])
  expect(before.findings[0].message).toContain('Too few humans')
  expect(before).toMatchObject({ state: 'not_measured', pairsMissing: 50, kin: ['dogwood'] })

  await humansSay(arena, ['dogwood', 'amber'], 'right', prompts)
  const { figures, findings, state } = (await evaluation(arena))[0]
  expect(state).toBe('uncalibrated')
  expect(figures.longer).toMatchObject({
    hits: 60,
    n: 60,
    share: 1,
    judgeOnShared: {
      hits: 60,
      n: 60,
    },
    humansOnShared: {
      hits: 0,
      n: 60,
    },
  })
  expect(findings.map(({ code }) => code)).toEqual([
    'uncalibrated',
    'prefers_longer',
    'prefers_own_family',
    'same_family',
  ])
  expect(findings[1].finding).toEqual(
    msg('judge_prefers_more', { what: 'longer', share: 1, of: 60, humans: 0 }),
  )
  await rig.app.settle()
  const response = await rig.app.request('/api/arenas/longer/leaderboard?source=judge:judge 1')
  const { warnings } = (await response.json()) as { warnings: { code: string; message: string }[] }
  expect(warnings).toContainEqual(
    warning(msg('judge_same_family', { judge: 'judge 1', contestants: ['dogwood'] }), {
      kind: 'same_family',
    }),
  )

  await humansSay(arena, ['dogwood', 'amber'], 'left', prompts, 'ben')
  await humansSay(arena, ['dogwood', 'amber'], 'left', prompts, 'cy')
  const deserved = (await evaluation(arena))[0]
  expect(deserved).toMatchObject({
    state: 'calibrated',
    figures: { longer: { humansOnShared: { hits: 60 } } },
  })
  expect(deserved.findings.map(({ code }) => code)).toEqual(['same_family'])
})

test('another version starts at zero, and repeats show how often a judge agrees with itself', async () => {
  const arena = await rig.setUpJudged(
    arenaOptions('versions', { prompts: 60, contestants: ['amber', 'birch'] }),
  )
  await rig.start(arena, { spec: { plan: {}, seed: 1 } })
  await rig.progressWhen(arena)
  await humansSay(arena, ['amber', 'birch'], 'left', 60)
  expect((await evaluation(arena))[0]).toMatchObject({
    state: 'calibrated',
    versions: [{ current: true, standing: 60 }],
  })

  rig.models.become({ reply: modelsThat(() => 'tie') })
  const next = arenaOptions('versions', {
    prompts: 60,
    contestants: ['amber', 'birch'],
    judges: [{ params: { temperature: 0.5 } }],
  })
  const again = await rig.setUpJudged(next)
  await rig.start(again, { spec: { plan: { votesPerPair: 20 }, seed: 1 } })
  await rig.progressWhen(again)
  const [judge] = await evaluation(again)
  expect(judge).toMatchObject({
    state: 'not_measured',
    figures: { votes: 60, decisive: { hits: 40, n: 40 } },
    versions: [
      { current: true, state: 'not_measured', standing: 20, params: { temperature: 0.5 } },
      { current: false, state: 'calibrated', standing: 40, figures: { votes: 60 } },
    ],
  })

  // by position on half of the pairs: on all it would be stopped
  const isOdd = ({ text }: ReceivedCall) => Number(/Question (\d+)\?/.exec(text)![1]) % 2 === 1
  rig.models.become({ reply: modelsThat((call) => (isOdd(call) ? 'first' : 'tie')) })
  await rig.start(again, { spec: { plan: { votesPerPair: 20 }, seed: 1, repeats: 2 } })
  await rig.progressWhen(again)
  await rig.app.sql`update calls set cost_usd = 0.01 where arena_id = ${again.id}`
  const repeated = (await evaluation(again))[0]
  // inconsistent is a tie, too
  expect(repeated.selfAgreement).toMatchObject({ hits: 20, n: 20 })
  expect(repeated.figures.votes).toBe(60)
  // half of the calls were repeats
  const { usd, usdPerVote } = repeated.versions[0].cost!
  expect(usd / (usdPerVote! * 20)).toBeCloseTo(2, 1)
})

/** Judges whose provider starts to serve another model under the same name. */
describe('served models', async () => {
  const OLD = 'judge-1-2026-01-15'
  const NEW = 'judge-1-2026-06-01'
  const PROMPTS = 60
  const BEFORE = 50

  const contestants = ['amber', 'birch']
  const judgeOf = async (arena: Arena) => (await evaluateJudges(rig.app.deps, arena)).judges[0]!
  const isoDay = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)

  /** Judges alphabetically; the provider names its model as `served` says. */
  const servedAs = (served: (call: ReceivedCall) => string) => {
    const verdict = modelsThat(alphabetically)
    return (call: ReceivedCall) => ({ text: verdict(call), model: served(call) })
  }

  /** The old model judges the first prompts that arrive, the new one all others. */
  function changesAfter(prompts: number) {
    const first = new Set<string>()
    return servedAs(({ text }) => {
      const [question] = /Question \d+/.exec(text)!
      if (first.size < prompts) first.add(question)
      return first.has(question) ? OLD : NEW
    })
  }

  test('a judge whose provider serves another model in the middle of a run is trusted only by pairs of that model', async () => {
    rig.models.become({ reply: changesAfter(BEFORE) })
    const arena = await rig.judged(arenaOptions('replaced', { contestants, prompts: PROMPTS }))
    await humansSay(arena, ['amber', 'birch'], 'left', PROMPTS)
    const judge = await judgeOf(arena)
    expect(judge.versions).toMatchObject([
      { servedModel: NEW, current: true, state: 'not_measured', standing: 10, pairsMissing: 40 },
      { servedModel: OLD, current: false, state: 'calibrated', standing: 50, pairsMissing: 0 },
    ])
    const lines = judgesText(await evaluateJudges(rig.app.deps, arena), 300)
    for (const model of [OLD, NEW]) expect(lines).toContain(`judge-1 (served as ${model}) since `)
    expect(judge.versions.map(({ cost }) => cost!.calls)).toEqual([20, 100])
    expect(judge).toMatchObject({ state: 'not_measured', pairsMissing: 40, figures: { votes: 60 } })
    const [{ code, finding }] = judge.findings
    expect({ code, finding }).toEqual({
      code: 'served_model',
      finding: msg('judge_served_anew', { before: OLD, now: NEW, since: isoDay }),
    })
    await rig.app.settle()
    expect((await rig.boardOf(arena)).warnings).toContainEqual(
      warning(msg('served_models', { judges: ['judge 1'] }), { count: 1 }),
    )
    const all = await rig.app.request('/api/arenas/replaced/leaderboard?source=all')
    expect(await all.json()).toMatchObject({ votes: PROMPTS, view: { judges: { only: [] } } })
  })

  test.each([
    ['a name that always stands for the same snapshot is one version', 'alias', () => OLD, [OLD, 6]],
    [
      'a provider that names no model never looks like a change',
      'unnamed',
      ({ number }: ReceivedCall) => (number % 2 === 0 ? OLD : ''),
      [OLD, 4],
    ],
    [
      'a judgement belongs to the model that replied last',
      'between',
      ({ number }: ReceivedCall) => (number === 0 ? OLD : NEW),
      [NEW, 1],
    ],
  ] as const)('%s', async (_, slug, served, [servedModel, prompts]) => {
    rig.models.become({ reply: servedAs(served) })
    const arena = await rig.judged(arenaOptions(slug, { contestants, prompts, concurrency: 1 }))
    // judgements from before the name was stored
    await rig.app
      .sql`update judgements set served_model = null where arena_id = ${arena.id} and place < ${Math.floor(prompts / 2)}`
    const judge = await judgeOf(arena)
    expect(judge.versions).toMatchObject([{ servedModel, current: true, standing: prompts }])
    expect(judge.findings).toEqual([])
    expect((await rig.boardOf(arena)).warnings.map(({ code }) => code)).not.toContain('served_models')
  })
})
