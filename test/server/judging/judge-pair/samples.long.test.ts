/** `samples: N`: a run makes several answers of each contestant to each prompt. */
import { expect, test } from 'vitest'
import { alphabetically, modelsThat } from './judged-arena.ts'
import { withModels } from './with-models.ts'

const rig = withModels()

const answersOf = (arenaId: number) =>
  rig.app.sql<{ contestant: number; prompt: number; sample: number; text: string }>`
    select contestant_id as contestant, prompt_id as prompt, sample, text from answers
    where arena_id = ${arenaId} order by 1, 2, 3`

/** Contestants say something new in each call. */
function talkDifferently() {
  let calls = 0
  const say = modelsThat(alphabetically)
  rig.models.become({ reply: (call) => (call.schema ? say(call) : `${say(call)} (${++calls})`) })
}

test('a run makes each sample with a separate call, and a second run makes no more', async () => {
  talkDifferently()
  const arenaOptions = { slug: 'three', prompts: 2, samples: 3, params: { seed: 7 } }
  const arena = await rig.judged(arenaOptions)
  const answers = await answersOf(arena.id)
  expect(answers).toHaveLength(3 * 2 * 3)
  expect(new Set(answers.map(({ text }) => text)).size).toBe(18)
  const rows = await rig.app.sql<{ sample: number; calls: number }>`
    select sample, count(*)::int as calls from calls where arena_id = ${arena.id} and purpose = 'answer'
    group by sample order by sample`
  expect(rows).toEqual([1, 2, 3].map((sample) => ({ sample, calls: 6 })))
  const progress = await rig.progressWhen(arena)
  expect(progress).toMatchObject({ answers: { total: 18, done: 18 }, judgements: { done: 3 * 2 } })

  const exported = await rig.app.request('/api/arenas/three/export/judgements.json')
  const judgements = (await exported.json()) as { id: string; samples: number[] }[]
  const shown = await rig.app.sql<{ id: string; samples: number[] }>`
    select j.id, array(select x.sample from unnest(j.answer_ids) with ordinality a (id, place)
      join answers x on x.arena_id = j.arena_id and x.id = a.id order by a.place) as samples
    from judgements j where j.arena_id = ${arena.id}`
  expect(new Map(judgements.map(({ id, samples }) => [id, samples]))).toEqual(
    new Map(shown.map(({ id, samples }) => [id, samples])),
  )
  expect(Math.max(...judgements.flatMap(({ samples }) => samples))).toBeGreaterThan(1)

  const { slug: _, ...again } = arenaOptions
  await rig.setUpJudged({ ...again, slug: 'three' })
  await rig.start(arena)
  await rig.progressWhen(arena)
  expect(await answersOf(arena.id)).toEqual(answers)
})

test('more samples keep the answers that are there, fewer samples keep all', async () => {
  talkDifferently()
  const arenaOptions = { slug: 'growing', prompts: 2 }
  const arena = await rig.judged(arenaOptions)
  const first = await answersOf(arena.id)
  expect(first).toHaveLength(6)
  await rig.judged({ ...arenaOptions, samples: 2 })
  const more = await answersOf(arena.id)
  expect(more).toHaveLength(12)
  expect(more.filter(({ sample }) => sample === 1)).toEqual(first)
  await rig.judged(arenaOptions)
  expect(await answersOf(arena.id)).toEqual(more)
  const rows = await rig.app.sql<{ judgements: number }>`
    select count(*)::int as judgements from judgements where arena_id = ${arena.id}`
  expect(rows[0].judgements).toBe(6)
})
