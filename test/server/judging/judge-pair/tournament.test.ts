/** Tournaments: what their stages draw, and a run of one with real calls. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Arena } from '../../../../server/arenas/index.ts'
import {
  drawStage,
  mostInTournament,
  tournamentStanding,
  type StageInput,
} from '../../../../server/judging/plan/tournament.ts'
import type { ReceivedCall } from '../../../../workshop/model-server/wires.ts'
import { AS_ADMIN } from '../../../support/app.ts'
import { verdict } from './judged-arena.ts'
import { withModels } from './with-models.ts'

describe('a stage', () => {
  const contestants = [1, 2, 3, 4, 5, 6]
  const answers = Array.from({ length: 10 }, (_, promptId) =>
    contestants.map((contestantId) => {
      // 5 and 6 say the same to every prompt
      const text = `${Math.min(contestantId, 5)} on ${promptId}`
      return { id: 100 * promptId + contestantId, promptId, contestantId, category: null, text }
    }),
  ).flat()
  const input: StageInput = {
    answers,
    calls: [{ form: 'pairwise', listSize: 6 }],
    isJudged: () => false,
    isAsked: () => true,
    standing: { byRating: [], deadHeat: [], contenders: [], isDecided: false },
    left: () => 1000,
    seed: 1,
  }
  const contestantsIn = (stage: ReturnType<typeof drawStage>) =>
    stage.map(({ answerIds }) => answerIds.map((id) => id % 100))

  it('shows the whole field first, each on eight prompts, and never two equal texts', () => {
    const stage = drawStage(input)
    expect(new Set(stage.map(({ promptId }) => promptId)).size).toBe(8)
    for (const contestant of contestants) {
      const prompts = stage.filter(({ answerIds }) => answerIds.some((id) => id % 100 === contestant))
      expect(new Set(prompts.map(({ promptId }) => promptId)).size).toBeGreaterThanOrEqual(7)
    }
    expect(contestantsIn(stage).filter((pair) => pair.includes(5) && pair.includes(6))).toEqual([])
    expect(drawStage(input)).toEqual(stage)
  })

  it('sets the leader against the dead heat where it has not met it, and stops at its limit', () => {
    const standing = {
      byRating: [3, 1, 2, 4, 5, 6],
      deadHeat: [3, 1, 2],
      contenders: [3, 1, 2],
      isDecided: false,
    }
    const isJudged: StageInput['isJudged'] = (_, promptId) => promptId < 8
    const stage = drawStage({ ...input, standing, isJudged })
    expect(contestantsIn(stage).every((pair) => pair.includes(3))).toBe(true)
    expect(new Set(contestantsIn(stage).flat())).toEqual(new Set([1, 2, 3]))
    expect(drawStage({ ...input, standing, isJudged, left: () => 2 })).toEqual(stage.slice(0, 2))
    expect(drawStage({ ...input, standing: { ...standing, isDecided: true }, isJudged })).toEqual([])
    expect(drawStage({ ...input, standing, isJudged: () => true })).toEqual([])
  })

  it('sets a newcomer against others by chance, on prompts that it has answered', () => {
    const standing = { byRating: [3, 1, 2, 4, 5], deadHeat: [3], contenders: [3, 1, 2, 4], isDecided: false }
    const isJudged: StageInput['isJudged'] = (_, __, a, b) => a !== 6 && b !== 6
    const stage = contestantsIn(drawStage({ ...input, standing, isJudged }))
    expect(stage.every((pair) => pair.includes(6))).toBe(true)
    expect(stage.length).toBeGreaterThanOrEqual(8)
  })

  it('judges a newcomer also where one has won, and links many newcomers to those that are rated', () => {
    const standing = { byRating: [1, 2], deadHeat: [1], contenders: [1, 2], isDecided: true }
    const isJudged: StageInput['isJudged'] = (_, __, a, b) => a <= 2 && b <= 2
    for (const form of ['pairwise', 'listwise'] as const) {
      const stage = contestantsIn(drawStage({ ...input, calls: [{ form, listSize: 4 }], standing, isJudged }))
      for (const newcomer of [3, 4, 5, 6]) expect(stage.flat()).toContain(newcomer)
      expect(stage.some((group) => group.some((id) => id <= 2))).toBe(true)
      expect(stage.every((group) => group.some((id) => id > 2))).toBe(true)
    }
  })

  it('is on prompts that a judge is asked about, and the limit holds for the dead heat alone', () => {
    const isAsked: StageInput['isAsked'] = (_, promptId) => promptId < 3
    const isJudged: StageInput['isJudged'] = (_, promptId) => promptId >= 3
    const stage = drawStage({ ...input, isAsked, isJudged, left: () => 0 })
    expect(new Set(stage.map(({ promptId }) => promptId))).toEqual(new Set([0, 1, 2]))
  })

  it('fills lists that would be too short', () => {
    for (const listSize of [3, 4]) {
      const stage = drawStage({ ...input, calls: [{ form: 'listwise', listSize }] })
      expect(stage.every(({ answerIds }) => answerIds.length >= 3 && answerIds.length <= listSize)).toBe(true)
      expect(new Set(contestantsIn(stage).flat()).size).toBe(6)
    }
  })

  it('takes lists for a crowd and pairs for the last ones, where judges do both', () => {
    const calls: StageInput['calls'] = [
      { form: 'pairwise', listSize: 6 },
      { form: 'listwise', listSize: 4 },
    ]
    const stage = drawStage({ ...input, calls })
    expect(new Set(stage.map(({ form }) => form))).toEqual(new Set(['listwise']))
    const standing = { byRating: [1, 2, 3, 4, 5, 6], deadHeat: [1, 2], contenders: [1, 2], isDecided: false }
    const isJudged: StageInput['isJudged'] = (form) => form === 'listwise'
    const last = drawStage({ ...input, calls, standing, isJudged })
    expect(last.every(({ form, answerIds }) => form === 'pairwise' && answerIds.length === 2)).toBe(true)
    const onlyLists = drawStage({
      ...input,
      calls: calls.slice(1),
      standing,
      isJudged: (_, promptId) => promptId < 8,
    })
    expect(onlyLists.every(({ answerIds }) => answerIds.length === 3)).toBe(true)
  })
})

it('takes a tenth of everything at most, and in a small arena four times its field', () => {
  const pairs = { form: 'pairwise', listSize: 6 } as const
  expect(mostInTournament(40, 60, pairs)).toBe(4680)
  expect(mostInTournament(40, 60, { ...pairs, form: 'listwise' })).toBe(414)
  expect(mostInTournament(10, 60, pairs)).toBe(320)
  expect(mostInTournament(3, 5, pairs)).toBe(15)
  expect(mostInTournament(1, 60, pairs)).toBe(0)
})

it('ranks nobody without votes', () => {
  const none = new Int32Array(0)
  const votes = {
    contestants: 3,
    left: none,
    right: none,
    outcome: new Uint8Array(0),
    prompt: none,
    person: null,
  }
  expect(tournamentStanding(votes)).toEqual({ byRating: [], deadHeat: [], contenders: [], isDecided: false })
})

describe('a run', () => {
  const NAMES = Array.from({ length: 10 }, (_, i) => `v${String(i + 1).padStart(2, '0')}`)
  /** The lower number wins in either order. */
  const byNumber = (call: ReceivedCall) => {
    const [first, second] = [...call.messages.at(-1)!.content.matchAll(/(v\d\d) on \d/g)].map(
      ([, name]) => name!,
    )
    return verdict(call, first! < second! ? 'first' : 'second')
  }
  const { app, models, setUpJudged, start, progressWhen, boardOf } = withModels({ reply: byNumber })
  const tournament = { spec: { plan: { tournament: true }, seed: 1 } } as const
  const judgedOf = async ({ id }: Arena) => {
    const { rows } = await sql<{ name: string; judgements: number; prompts: number }>`
      select c.name, count(*)::int as judgements, count(distinct j.prompt_id)::int as prompts
      from judgements j join answers a on a.arena_id = j.arena_id and a.id = any (j.answer_ids)
      join contestants c on c.arena_id = a.arena_id and c.id = a.contestant_id
      where j.arena_id = ${id} and j.status = 'done' group by 1 order by 1`.execute(app.deps.db)
    return rows
  }

  it('judges the field, then the dead heat, until one wins; a newcomer is judged first, and nothing twice', async () => {
    const arena = await setUpJudged({ slug: 'many', answered: true, contestants: NAMES, prompts: 20 })
    await start(arena, tournament)
    const { judgements } = await progressWhen(arena)
    expect(judgements.failed).toBe(0)
    expect(judgements.done).toBeLessThanOrEqual(mostInTournament(10, 20, { form: 'pairwise', listSize: 6 }))
    const judged = await judgedOf(arena)
    expect(judged.map(({ name }) => name)).toEqual(NAMES)
    expect(Math.min(...judged.map(({ prompts }) => prompts))).toBeGreaterThanOrEqual(8)
    expect(judged[0].judgements).toBeGreaterThan(2 * judged[9].judgements)
    const board = await boardOf(arena)
    expect([board.looks, board.deadHeat[0]]).toEqual(['any', 'v01'])
    expect(board.deadHeat.length).toBeLessThanOrEqual(3)

    const calls = models.calls.length
    await setUpJudged({ slug: 'many', answered: true, contestants: [...NAMES, 'v00'], prompts: 20 })
    await start(arena, tournament)
    await progressWhen(arena)
    const after = await judgedOf(arena)
    expect(after[0]).toMatchObject({ name: 'v00' })
    expect(after[0].prompts).toBeGreaterThanOrEqual(8)
    // those far behind meet the newcomer on a few prompts, and nobody else
    expect(after[10].judgements - judged[9].judgements).toBeLessThanOrEqual(8)
    expect((await boardOf(arena)).deadHeat).toContain('v00')
    expect(models.calls.length).toBeGreaterThan(calls)
    const { rows } = await sql<{ twice: number }>`
      select count(*)::int as twice from (select from judgements where arena_id = ${arena.id}
        group by prompt_id, (select array_agg(x order by x) from unnest(answer_ids) x), criteria having count(*) > 1) t`.execute(
      app.deps.db,
    )
    expect(rows[0].twice).toBe(0)
  })

  it('is repeated as it was judged, also where the arena says that all runs are tournaments', async () => {
    const settings = { plan: { tournament: true } }
    const arena = await setUpJudged({
      slug: 'repeated',
      answered: true,
      contestants: NAMES,
      prompts: 9,
      settings,
    })
    await start(arena, tournament)
    const { judgements } = await progressWhen(arena)
    const again = await app.request('/api/admin/arenas/repeated/judging/start', {
      json: { repeats: 2, sample: 1 },
      headers: AS_ADMIN,
      method: 'POST',
    })
    expect(again.status).toBe(200)
    const repeated = await progressWhen(arena)
    expect(repeated.status).toBe('done')
    const { rows } = await sql<{ first: number; again: number }>`
      select (count(*) filter (where repeat = 0))::int as first, (count(*) filter (where repeat = 1))::int as again
      from judgements where arena_id = ${arena.id} and status = 'done'`.execute(app.deps.db)
    expect(rows[0].first).toBe(judgements.done)
    expect(rows[0].again).toBeGreaterThan(0)
    expect(rows[0].again).toBeLessThanOrEqual(45)
    expect((await boardOf(arena)).looks).toBe('any')
  })

  it('goes on where it was interrupted, and is refused together with what it excludes', async () => {
    const arena = await setUpJudged({ slug: 'stopped', answered: true, contestants: NAMES, prompts: 12 })
    models.become({ reply: byNumber, latencyMs: 5 })
    const judging = (verb: string, json: object = {}) =>
      app.request(`/api/admin/arenas/stopped/judging/${verb}`, { json, headers: AS_ADMIN, method: 'POST' })
    const refused = await judging('start', { plan: 'tournament', votesPerPair: 2 })
    expect(refused.status).toBe(400)
    expect(((await refused.json()) as { detail: string }).detail).toContain('a tournament chooses its pairs')
    expect((await judging('start', { plan: 'tournament' })).status).toBe(200)
    await progressWhen(arena, ({ judgements }) => judgements.done > 20)
    expect((await judging('cancel')).status).toBe(200)
    await progressWhen(arena)
    expect((await judging('start', { plan: 'tournament' })).status).toBe(200)
    expect((await progressWhen(arena)).status).toBe('done')
    expect((await boardOf(arena)).deadHeat[0]).toBe('v01')
  })
})
