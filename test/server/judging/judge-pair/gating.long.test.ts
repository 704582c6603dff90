/** Checks that an answer must pass before a judge is shown it. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { putAnswers } from '../../../../server/answers/index.ts'
import { estimateArena } from '../../../../server/judging/index.ts'
import { pauseRun } from '../../../../server/runs/index.ts'
import { resumeRun } from '../../../../server/runs/operate-run.ts'
import type { CheckSpec } from '../../../../shared/contracts/index.ts'
import { shownIn } from './judged-arena.ts'
import { withModels } from './with-models.ts'

const there = withModels()

/** Fails if amber answers an odd prompt, or birch one of the first two. */
const CHECK: CheckSpec = {
  name: 'sound',
  kind: 'regex',
  pattern: 'amber on [135]|birch on [12]',
  flags: '',
  absent: true,
  required: true,
}
const arenaOptions = () => ({ contestants: ['amber', 'birch'], prompts: 6, checks: [CHECK], answered: true })
const wish = { plan: {}, seed: 1 }

const skippedPairsOf = async (arena: { id: number }) =>
  (
    await there.app.sql<{ by: string; lesser: boolean; greater: boolean }>`
      select format('%s %s: %s', judge, criterion, array_to_string(checks, ',')) as by,
        lesser_passes as lesser, greater_passes as greater
      from skipped_pairs where arena_id = ${arena.id} and counted_at is not null order by prompt_id`
  ).map(({ by, lesser, greater }) => [by, lesser, greater])

/**
 * Where judgements and pairs left out stand in the order of the plan.
 * @param since judgements that ended later count as open
 */
async function placesOf({ id }: { id: number }, since: Date) {
  const { db } = there.app.deps
  const judgements = db.selectFrom('judgements').where('arena_id', '=', id).orderBy('place').select('place')
  const skippedPairs = db
    .selectFrom('skipped_pairs')
    .where('arena_id', '=', id)
    .orderBy('place')
    .select('place')
  const [open, planned, counted, all] = await Promise.all([
    judgements.where((eb) => eb.or([eb('finished_at', 'is', null), eb('finished_at', '>', since)])).execute(),
    judgements.where('status', '=', 'planned').execute(),
    skippedPairs.where('counted_at', 'is not', null).execute(),
    skippedPairs.execute(),
  ])
  const places = (rows: { place: number }[]) => rows.map(({ place }) => place)
  return { open: places(open), planned: places(planned), counted: places(counted), all: places(all) }
}

test('an answer that fails a gating check is announced and shown to no judge, and its pairs are recorded as skipped', async () => {
  const { db, settings } = there.app.deps
  const set = await there.setUpJudged({ slug: 'required', ...arenaOptions() })
  // before any run the rules are held against the answers for the estimate
  const announced = await estimateArena(db, set, wish, settings)
  expect(announced).toMatchObject({ judgements: 2, skippedPairs: 4, calls: 4, openRequirements: false })
  const arena = await there.judged({ slug: 'required', ...arenaOptions() })
  expect(await there.callsOf(arena)).toEqual([{ status: 'ok', cause: null, calls: 4 }])
  expect(there.models.calls.flatMap(shownIn)).toHaveLength(8)
  expect(there.models.calls.some(({ text }) => /amber on [135]|birch on [12]/.test(text))).toBe(false)
  const sound = 'judge 1 overall: sound'
  expect(await skippedPairsOf(arena)).toEqual([
    [sound, false, false],
    [sound, true, false],
    [sound, false, true],
    [sound, false, true],
  ])
  expect(await there.votesOf(arena)).toMatchObject([{ winner: 'amber', votes: 2 }])
  const { warnings, votes } = await there.boardOf(arena)
  expect(votes).toBe(2)
  expect(warnings).toContainEqual(expect.objectContaining({ code: 'left_out_by_checks', count: 4 }))
})

test('answers are judged once the check no longer fails them', async () => {
  const arena = await there.judged({ slug: 'mended', ...arenaOptions() })
  expect(await skippedPairsOf(arena)).toHaveLength(4)
  const lenient = { ...CHECK, pattern: 'amber on 5' } as CheckSpec
  await there.judged({ slug: 'mended', ...arenaOptions(), checks: [lenient] })
  expect(await skippedPairsOf(arena)).toEqual([['judge 1 overall: sound', false, true]])
  expect(await there.votesOf(arena)).toMatchObject([{ winner: 'amber', votes: 5 }])
  // existing judgements stay after the check changes
  await there.judged({ slug: 'mended', ...arenaOptions() })
  expect(await there.votesOf(arena)).toMatchObject([{ votes: 5 }])
  expect(await skippedPairsOf(arena)).toHaveLength(1)
})

test('an answer that changes loses its check results and skipped pairs, and no other answer does', async () => {
  const { db } = there.app.deps
  const arena = await there.judged({ slug: 'rewritten', ...arenaOptions() })
  const { rows: failing } = await sql<{ id: number; promptId: number; contestantId: number; text: string }>`
    select a.id, a.prompt_id as "promptId", a.contestant_id as "contestantId", a.text from answers a
    join check_results r on r.arena_id = a.arena_id and r.answer_id = a.id and not r.passed
    where a.arena_id = ${arena.id} and a.text like '%amber on 5%'`.execute(db)
  expect(failing).toHaveLength(1)
  const [answer] = failing
  const names = { contestant: 'amber', prompt: '5', turns: null }
  const put = (text: string) =>
    db.transaction().execute((trx) => putAnswers(trx, arena.id, [{ ...answer, ...names, text }]))
  const counts = async () => {
    const of = (table: 'check_results' | 'skipped_pairs') =>
      db.selectFrom(table).select(db.fn.countAll<number>().as('count')).where('arena_id', '=', arena.id)
    const [results, pairs] = await Promise.all([
      of('check_results').executeTakeFirstOrThrow(),
      of('skipped_pairs').executeTakeFirstOrThrow(),
    ])
    return { results: Number(results.count), pairs: Number(pairs.count) }
  }
  const before = await counts()
  expect((await put(answer.text)).changed).toBe(0)
  expect(await counts()).toEqual(before)
  expect((await put('a new text')).changed).toBe(1)
  expect(await counts()).toEqual({ results: before.results - 1, pairs: before.pairs - 1 })
})

test('a paused run has skipped the same share as it has judged, and skips the rest when it continues', async () => {
  const check = { ...CHECK, pattern: 'amber on \\d*[13579]$' } as CheckSpec
  const many = { ...arenaOptions(), slug: 'early', prompts: 120, checks: [check], concurrency: 1 }
  there.models.become({ latencyMs: 25 })
  const arena = await there.setUpJudged(many)
  await there.start(arena)
  await there.progressWhen(arena, ({ judgements }) => judgements.done >= 30)
  const at = there.app.deps.clock()
  await pauseRun(there.app.deps, arena)
  // a judgement that was under way ends after the pause, and may count further pairs
  const uncounted = async () => {
    const { open, counted, all } = await placesOf(arena, at)
    return all.filter((place) => place < open[0] && !counted.includes(place))
  }
  await expect.poll(uncounted).toEqual([])
  const { planned, counted } = await placesOf(arena, at)
  expect(counted.length).toBeGreaterThan(0)
  expect(counted.filter((place) => place > planned[0])).toEqual([])
  const reported = async () =>
    (await there.boardOf(arena)).warnings.find(({ code }) => code === 'left_out_by_checks')?.count
  const unreported = async () => (await skippedPairsOf(arena)).length - ((await reported()) ?? 0)
  await there.app.settle()
  await expect.poll(unreported).toBe(0)
  there.models.become({ latencyMs: 0 })
  await resumeRun(there.app.deps, arena)
  const { skippedPairs, judgements } = await there.progressWhen(arena)
  expect([skippedPairs, judgements.done]).toEqual([60, 60])
})
