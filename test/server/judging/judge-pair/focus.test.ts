import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { boardOf, judged, modelsThat, progressWhen, shownIn, start } from './judged-arena.ts'
import { withModels } from './with-models.ts'

const rig = withModels()

test('a run with focus judges pairs that may still be first more often, and records each probability', async () => {
  // amber and birch are even; each of the others loses nearly always to those before it in the alphabet
  rig.models.become({
    reply: modelsThat((asked) => {
      const [one, other] = shownIn(asked)
      const prompt = Number(/Question (\d+)/.exec(asked.text)![1])
      const isTurned = [one, other].every((name) => 'amber birch'.includes(name))
        ? prompt % 2 === 0
        : prompt % 9 === one.length + other.length - 9
      return one < other !== isTurned ? 'first' : 'second'
    }),
  })
  const contestants = ['amber', 'birch', 'cedar', 'dogwood']
  const wanted = { slug: 'focused', baseUrl: rig.models.openAiUrl, contestants, prompts: 36, answered: true }
  const plan = { plan: { votesPerPair: 28 }, seed: 1 }
  const arena = await judged(rig.app.deps, wanted, { spec: plan })
  await expect
    .poll(async () => (await boardOf(rig.app, arena)).deadHeatForFirst.toSorted(), { timeout: 20_000 })
    .toEqual(['amber', 'birch'])
  await start(rig.app.deps, arena, { spec: { plan: { votesPerPair: 32 }, seed: 1, focus: true } })
  expect(await progressWhen(rig.app.deps, arena)).toMatchObject({ status: 'done', judgements: { done: 24 } })
  const { rows } = await sql<{ pair: string; probability: number | null }>`
    select string_agg(c.name, ' ' order by c.name) as pair, j.pair_probability as probability
    from judgements j join answers a on a.arena_id = j.arena_id and a.id = any (j.answer_ids)
    join contestants c on c.arena_id = a.arena_id and c.id = a.contestant_id
    where j.arena_id = ${arena.id} and j.run_id = (select max(run_id) from judgements where arena_id = ${arena.id})
    group by j.id, j.pair_probability`.execute(rig.app.deps.db)
  expect(rows).toHaveLength(24)
  const first = rows.filter(({ pair }) => pair === 'amber birch').map(({ probability }) => probability)
  // half of the draws, and a sixth of the others while all six pairs are open
  expect(Math.min(...first.map(Number))).toBeCloseTo(0.5 + 0.5 / 6, 12)
  for (const { probability } of rows) expect(probability).toBeGreaterThan(0)
  const { warnings } = await boardOf(rig.app, arena)
  expect(warnings.map(({ code }) => code)).toContain('focused_draws')
})

test('a judge that ranks lists is refused with focus, by its name', async () => {
  const listwise = {
    slug: 'lists',
    baseUrl: rig.models.openAiUrl,
    judges: [{ name: 'lister', form: 'listwise' as const }],
  }
  await expect(judged(rig.app.deps, listwise, { spec: { plan: {}, seed: 1, focus: true } })).rejects.toThrow(
    /lister/,
  )
})
