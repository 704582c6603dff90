import { expect, test } from 'vitest'
import { modelsThat, shownIn } from './judged-arena.ts'
import { withModels } from './with-models.ts'

const rig = withModels()

test('a run with focus judges pairs in the dead heat more often, and records each probability', async () => {
  // amber and birch are even, and cedar loses to both
  rig.models.become({
    reply: modelsThat((call) => {
      const [one, other] = shownIn(call)
      const isFirst = one < other
      const isTurned = one !== 'cedar' && other !== 'cedar' && /Question \d*[02468]\?/.test(call.text)
      return isFirst !== isTurned ? 'first' : 'second'
    }),
  })
  const arenaOptions = { slug: 'focused', prompts: 40, answered: true }
  const arena = await rig.judged(arenaOptions, { spec: { plan: { votesPerPair: 30 }, seed: 1 } })
  await expect.poll(async () => (await rig.boardOf(arena)).deadHeat.toSorted()).toEqual(['amber', 'birch'])
  await rig.start(arena, { spec: { plan: { votesPerPair: 36 }, seed: 1, focus: true } })
  expect(await rig.progressWhen(arena)).toMatchObject({ status: 'done', judgements: { done: 18 } })
  const rows = await rig.app.sql<{ pair: string; probability: number }>`
    select string_agg(c.name, ' ' order by c.name) as pair, j.pair_probability as probability
    from judgements j join answers a on a.arena_id = j.arena_id and a.id = any (j.answer_ids)
    join contestants c on c.arena_id = a.arena_id and c.id = a.contestant_id
    where j.arena_id = ${arena.id}
      and j.run_id = (select max(run_id) from judgements where arena_id = ${arena.id})
    group by j.id, j.pair_probability`
  expect(rows).toHaveLength(18)
  const contenders = rows.filter(({ pair }) => pair === 'amber birch')
  // half of the draws, and a third of the others while all three pairs are open
  expect(Math.min(...contenders.map(({ probability }) => probability))).toBeCloseTo(1 / 2 + 1 / 6, 12)
  expect(Math.min(...rows.map(({ probability }) => probability))).toBeCloseTo(1 / 6, 12)
  const { warnings } = await rig.boardOf(arena)
  expect(warnings.map(({ code }) => code)).toContain('focused_draws')
  const exported = await rig.app.json(`/api/arenas/${arena.slug}/export/votes.json?source=judges`)
  const ofExport = (exported as { pair_probability: number | null }[])
    .flatMap(({ pair_probability }) => pair_probability ?? [])
    .toSorted()
  expect(ofExport).toEqual(rows.map(({ probability }) => probability).toSorted())
})

test('a judge that ranks lists is refused with focus, by its name', async () => {
  const listwise = { slug: 'lists', judges: [{ name: 'lister', form: 'listwise' as const }] }
  await expect(rig.judged(listwise, { spec: { plan: {}, seed: 1, focus: true } })).rejects.toThrow(/lister/)
})
