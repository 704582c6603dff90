/** Judges that are asked here, on trial: what single showings, costs, failures and versions show of them. */
import { expect, test } from 'vitest'
import { sql } from 'kysely'
import type { Arena } from '../../../../server/arenas/index.ts'
import { importInto } from '../../../../server/exchange/index.ts'
import { tryJudges } from '../../../../server/judging/index.ts'
import { DecidedBattle, Disagreements } from '../../../../shared/contracts/index.ts'
import type { Outcome } from '../../../../shared/contracts/index.ts'
import { ADMIN_TOKEN } from '../../../support/app.ts'
import { voteOf } from '../../arena-import.ts'
import { problemOf } from '../../visitor.ts'
import {
  alphabetically,
  judged,
  modelsThat,
  progressWhen,
  setUpJudged,
  shownIn,
  start,
} from '../running/judged-arena.ts'
import { withModels } from '../running/with-models.ts'

const rig = withModels()

const wanted = (slug: string, more: object = {}) => ({
  slug,
  baseUrl: rig.models.openAiUrl,
  answered: true,
  ...more,
})
const trial = async (arena: Arena) => (await tryJudges(rig.app.deps, arena)).judges

const humansSay = (arena: Arena, sides: [string, string], outcome: Outcome, prompts: number, voter = 'ann') =>
  importInto(rig.app.deps, {
    arena: { slug: arena.slug },
    contestants: [],
    prompts: [],
    answers: [],
    votes: Array.from({ length: prompts }, (_, n) =>
      voteOf(...sides, outcome, {
        voter,
        prompt: `p${n + 1}`,
      }),
    ),
  })

test('one that always says "first" prefers the first place in 100 % of its showings', async () => {
  rig.models.become({ reply: modelsThat(() => 'first') })
  const arena = await judged(rig.app.deps, wanted('always-first'))
  await humansSay(arena, ['amber', 'birch'], 'left', 4)
  const [judge] = await trial(arena)
  expect(judge!.figures).toMatchObject({
    votes: 12,
    consistency: { hits: 0, n: 12, share: 0 },
    firstPosition: { hits: 24, n: 24, share: 1 },
    threeWay: { hits: 0, n: 4 },
    decisive: { n: 0, share: null },
    undecidedByJudge: 4,
  })
  expect(judge!.findings.map(({ code }) => code)).toEqual(['prefers_first', 'inconsistent'])
  expect(judge!.cost).toMatchObject({ calls: 24, failedCalls: 0 })
  expect(judge!.cost!.medianLatencyMs).toBeGreaterThan(0)
  expect(judge!.cost!.latencyMsPerVote).toBeGreaterThan(judge!.cost!.medianLatencyMs!)
})

test('one that ranks by place prefers the first in its rankings, too', async () => {
  rig.models.become({
    reply: () => JSON.stringify({ overall: { reason: 'As they stand.', order: [[1], [2], [3]] } }),
  })
  const arena = await judged(rig.app.deps, wanted('ranks', { judges: [{ form: 'listwise', listSize: 3 }] }))
  const [judge] = await trial(arena)
  expect(judge!.figures).toMatchObject({
    votes: 12,
    firstPosition: { hits: 24, n: 24 },
    consistency: { hits: 0, n: 12 },
  })
})

test('one that goes by neither place nor name has an effect of the place that may be none', async () => {
  const toss = (asked: Parameters<typeof shownIn>[0]) => {
    const names = shownIn(asked)
    const prompt = Number(/Question (\d+)/.exec(asked.text)![1])
    const wins = (prompt + names.toSorted().join().length) % 2 === 0
    return wins === names[0]! < names[1]! ? ('first' as const) : ('second' as const)
  }
  rig.models.become({ reply: modelsThat(toss) })
  const contestants = ['amber', 'birch', 'dogwood']
  const [judge] = await trial(await judged(rig.app.deps, wanted('tosses', { contestants, prompts: 8 })))
  expect(judge!.figures).toMatchObject({
    consistency: { share: 1 },
    firstPosition: { hits: 24, n: 48, share: 0.5 },
  })
  expect(judge!.positionEffect!.eta).toBeCloseTo(0, 6)
  expect(judge!.positionEffect!.firstWins).toBeCloseTo(0.5, 6)
  expect(judge!.findings).toEqual([])
})

test('one that picks the longer answer, of its own family at that, is caught where humans do not', async () => {
  rig.models.become({ reply: modelsThat((asked) => (shownIn(asked)[0] === 'dogwood' ? 'first' : 'second')) })
  const prompts = 60
  const contestants = ['amber', 'dogwood']
  const judges = [{ family: 'wood' }]
  const arena = await judged(rig.app.deps, wanted('longer', { contestants, prompts, judges }))
  await sql`update contestants set family = 'wood' where arena_id = ${arena.id} and name = 'dogwood'`.execute(
    rig.app.deps.db,
  )
  const before = (await trial(arena))[0]!
  expect(before.findings.map(({ code }) => code)).toEqual([
    'prefers_longer',
    'prefers_own_family',
    'same_family',
  ])
  expect(before.findings[0]!.message).toContain('too few humans')
  expect(before).toMatchObject({ state: 'not_measured', pairsMissing: 50, kin: ['dogwood'] })

  await humansSay(arena, ['dogwood', 'amber'], 'right', prompts)
  const { figures, findings, state } = (await trial(arena))[0]!
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
  expect(findings[1]!.message).toBe(
    'It picks the longer of two answers in 100 % of 60, humans on the same pairs in 0 %.',
  )
  await rig.app.settle()
  const response = await rig.app.request('/api/arenas/longer/leaderboard?source=judge:judge 1')
  const { warnings } = (await response.json()) as { warnings: { code: string; message: string }[] }
  expect(warnings).toContainEqual({
    code: 'same_family',
    message: 'Judge judge 1 is of the family of dogwood, which it may favour.',
  })

  await humansSay(arena, ['dogwood', 'amber'], 'left', prompts, 'ben')
  await humansSay(arena, ['dogwood', 'amber'], 'left', prompts, 'cy')
  const deserved = (await trial(arena))[0]!
  expect(deserved).toMatchObject({
    state: 'calibrated',
    figures: { longer: { humansOnShared: { hits: 60 } } },
  })
  expect(deserved.findings.map(({ code }) => code)).toEqual(['same_family'])
})

test('what failed is counted by cause and is no vote', async () => {
  const verdict = modelsThat(alphabetically)
  rig.models.become({
    reply: (asked) => (asked.text.includes('Question 1?') ? 'Hard to say.' : verdict(asked)),
  })
  const arena = await judged(rig.app.deps, wanted('fails'))
  const [judge] = await trial(arena)
  expect(judge!.failures).toEqual([{ cause: 'unreadable', count: 3 }])
  expect(judge!.figures.votes).toBe(9)
  expect(judge!.cost!.calls).toBeGreaterThan(24)
})

test('another version starts at zero, and a repeat shows how far a judge agrees with itself', async () => {
  const arena = await setUpJudged(
    rig.app.deps,
    wanted('versions', { prompts: 60, contestants: ['amber', 'birch'] }),
  )
  await start(rig.app.deps, arena, { wish: { plan: {}, seed: 1 } })
  await progressWhen(rig.app.deps, arena)
  await humansSay(arena, ['amber', 'birch'], 'left', 60)
  expect((await trial(arena))[0]).toMatchObject({
    state: 'calibrated',
    versions: [{ current: true, standing: 60 }],
  })

  rig.models.become({ reply: modelsThat(() => 'tie') })
  const next = wanted('versions', {
    prompts: 60,
    contestants: ['amber', 'birch'],
    judges: [{ params: { temperature: 0.5 } }],
  })
  const again = await setUpJudged(rig.app.deps, next)
  await start(rig.app.deps, again, { wish: { plan: { votesPerPair: 20 }, seed: 1 } })
  await progressWhen(rig.app.deps, again)
  const [judge] = await trial(again)
  expect(judge).toMatchObject({
    state: 'not_measured',
    figures: { votes: 60, decisive: { hits: 40, n: 40 } },
    versions: [
      { current: true, state: 'not_measured', standing: 20, params: { temperature: 0.5 } },
      { current: false, state: 'calibrated', standing: 40, figures: { votes: 60 } },
    ],
  })

  rig.models.become({ reply: modelsThat(() => 'first') })
  await start(rig.app.deps, again, { wish: { plan: { votesPerPair: 20 }, seed: 1, repeats: 2 } })
  await progressWhen(rig.app.deps, again)
  const repeated = (await trial(again))[0]!
  // inconsistent is a tie, too
  expect(repeated.selfAgreement).toMatchObject({ hits: 20, n: 20 })
  expect(repeated.figures.votes).toBe(60)
})

test('where judge and humans disagree is told with texts and the reasons of both orders, to operators only', async () => {
  const arena = await judged(
    rig.app.deps,
    wanted('disputed', { contestants: ['amber', 'birch'], prompts: 3 }),
  )
  await humansSay(arena, ['birch', 'amber'], 'left', 1)
  await humansSay(arena, ['birch', 'amber'], 'left', 2, 'ben')
  await humansSay(arena, ['amber', 'birch'], 'left', 3, 'cy')
  const path = '/api/admin/arenas/disputed/judges/judge%201/disagreements'
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
  expect(await problemOf(await rig.app.request(path))).toEqual([401, 'token_invalid'])
  const found = Disagreements.strict().parse(await (await rig.app.request(path, { headers })).json())
  // p1: two to one for the other; p2: one to one, a tie
  expect(found).toMatchObject({ judge: 'judge 1', total: 2 })
  expect(found.disagreements.map(({ prompt, opposite }) => [prompt.id, opposite])).toEqual([
    ['p1', true],
    ['p2', false],
  ])
  const { left, right, judge, humans } = found.disagreements[0]!
  const texts = { amber: 'amber on 1', birch: 'birch on 1' }
  expect([left, right].map(({ contestant, text }) => [contestant, text]).sort()).toEqual(
    Object.entries(texts),
  )
  const amber = left.contestant === 'amber' ? 'left' : 'right'
  expect(judge).toMatchObject({ outcome: amber, inconsistent: false })
  expect(judge.showings).toEqual(
    expect.arrayContaining(
      (['left', 'right'] as const).map((shownFirst) => ({ shownFirst, said: amber, reason: 'It is.' })),
    ),
  )
  expect(humans).toMatchObject({ [amber]: 1, [amber === 'left' ? 'right' : 'left']: 2, tie: 0, bothBad: 0 })
  const page = await (await rig.app.request(`${path}?limit=1&offset=1`, { headers })).json()
  expect((page as Disagreements).disagreements.map(({ prompt }) => prompt.id)).toEqual(['p2'])
  const none = await rig.app.request('/api/admin/arenas/disputed/judges/nobody/disagreements', { headers })
  expect(await problemOf(none)).toEqual([404, 'judge_unknown'])
})

test('everybody may see where they differ; texts and reasons only of prompts that are no longer voted on', async () => {
  const { app } = rig
  const arena = await judged(
    app.deps,
    wanted('disputed-openly', { contestants: ['amber', 'birch'], prompts: 2 }),
  )
  await humansSay(arena, ['birch', 'amber'], 'left', 2)
  const path = '/api/arenas/disputed-openly/judges/judge%201/disagreements'
  const text = await (await app.request(path)).text()
  for (const secret of [' on 1', 'Question', 'It is.']) expect(text).not.toContain(secret)
  const open = Disagreements.strict().parse(JSON.parse(text))
  expect(open.total).toBe(2)
  expect(open.disagreements[0]).toMatchObject({
    withheld: 'in_use',
    prompt: { messages: null },
    humans: { reasons: [] },
  })
  await app.deps.db
    .updateTable('prompts')
    .set({ retired_at: new Date(Date.now() - 3_600_000), retired_by: 'admin' })
    .where('arena_id', '=', arena.id)
    .where('key', '=', 'p2')
    .execute()
  const after = Disagreements.parse(await (await app.request(path)).json())
  const told = new Map(after.disagreements.map((one) => [one.prompt.id, one]))
  expect(told.get('p1')).toMatchObject({ withheld: 'in_use', prompt: { messages: null } })
  expect(told.get('p2')).toMatchObject({
    withheld: null,
    prompt: { messages: [{ content: 'Question 2?' }] },
    judge: { showings: [{ reason: 'It is.' }, { reason: 'It is.' }] },
  })
  const battleOf = async (prompt: string, headers = {}) =>
    DecidedBattle.strict().parse(
      await (await app.request(`/api/battles/${told.get(prompt)!.battle}`, { headers })).json(),
    )
  const closed = await battleOf('p1')
  expect(closed).toMatchObject({ source: 'judge', judge: 'judge 1', reason: null })
  expect(closed.showings.map(({ said, reason }) => [said, reason])).toEqual([
    [closed.outcome, null],
    [closed.outcome, null],
  ])
  const read = await battleOf('p2')
  expect(read.showings.map(({ shownFirst }) => shownFirst).sort()).toEqual(['left', 'right'])
  expect(read.showings.map(({ said, reason }) => [said, reason])).toEqual([
    [read.outcome, 'It is.'],
    [read.outcome, 'It is.'],
  ])
  const [showing] = (await battleOf('p1', { authorization: `Bearer ${ADMIN_TOKEN}` })).showings
  expect(showing!.reply).toContain('"verdict"')
})

test('a ranking says of each two of its answers who stands before whom, in both orders', async () => {
  rig.models.become({
    reply: () => JSON.stringify({ overall: { reason: 'As they stand.', order: [[1], [2, 3]] } }),
  })
  const arena = await judged(
    rig.app.deps,
    wanted('ranks-openly', { prompts: 1, judges: [{ form: 'listwise', listSize: 3 }] }),
  )
  const { rows } = await sql<{ id: string }>`
    select battle_id as id from votes where arena_id = ${arena.id}`.execute(rig.app.deps.db)
  expect(rows).toHaveLength(3)
  const said = new Map<string, number>()
  for (const { id } of rows) {
    const battle = DecidedBattle.parse(await (await rig.app.request(`/api/battles/${id}`)).json())
    expect(new Set(battle.showings.map(({ shownFirst }) => shownFirst)).size).toBe(2)
    for (const { shownFirst, said: what } of battle.showings) {
      const seen = what === 'tie' ? 'tie' : what === shownFirst ? 'first' : 'second'
      said.set(seen, (said.get(seen) ?? 0) + 1)
    }
  }
  // of three ranked 1 > 2 = 3 in either order: the first beats two, the others tie
  expect(Object.fromEntries(said)).toEqual({ first: 4, tie: 2 })
})
