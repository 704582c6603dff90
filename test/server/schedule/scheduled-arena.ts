/** Arenas with a schedule, whose clock stands still until the test moves it. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Arena } from '../../../server/arenas/index.ts'
import type { RunDeps } from '../../../server/runs/index.ts'
import { advanceSchedules } from '../../../server/schedule/advance-schedules.ts'
import type { ArenaSettings, Schedule } from '../../../shared/contracts/index.ts'
import type { TestApp } from '../../support/app.ts'
import { setUpJudged } from '../judging/judge-pair/judged-arena.ts'

type Options = Parameters<typeof setUpJudged>[1]

/** Sets the arena up with these settings, as one arena.yaml would: between two steps a job would forget the schedule. */
export const scheduled = (
  deps: RunDeps,
  schedule: Schedule,
  { settings, ...options }: Options & { settings?: ArenaSettings },
): Promise<Arena> => setUpJudged(deps, { answered: true, ...options, settings: { ...settings, schedule } })

/** Moves the clock, follows all schedules, and waits until their runs have ended. */
export async function comesTo(app: TestApp, moment: string): Promise<void> {
  app.clock.set(moment)
  await advanceSchedules(app.deps)
  await workEnds(app)
}

/** Follows the schedules until nothing works. What waits for an open run stays. */
export async function workEnds({ deps }: TestApp): Promise<void> {
  for (;;) {
    const occurrences = deps.db.selectFrom('schedule_occurrences').select('id')
    const working = await occurrences.where('state', '=', 'working').execute()
    const paused = await deps.db.selectFrom('runs').select('id').where('status', '=', 'paused').execute()
    if (working.length === 0 || paused.length > 0) return
    await sleep(20)
    await advanceSchedules(deps)
  }
}

/** The occurrences of an arena: entry, due, state, and how many runs each had. */
export async function occurrencesOf({ db }: RunDeps, { id }: Arena): Promise<string[]> {
  const rows = await db
    .selectFrom('schedule_occurrences')
    .selectAll()
    .where('arena_id', '=', id)
    .orderBy('due_at')
    .orderBy('id')
    .execute()
  return rows.map(
    ({ entry, due_at, state, run_ids }) =>
      `${due_at.toISOString().slice(5, 16).replace('T', ' ')} ${entry}: ${state}, ${run_ids.length} runs`,
  )
}

/** The results of an arena's occurrences, in the order of their times. */
export async function resultsOf<Result>({ db }: RunDeps, { id }: Arena): Promise<Result[]> {
  const rows = await db
    .selectFrom('schedule_occurrences')
    .select('result')
    .where('arena_id', '=', id)
    .orderBy('due_at')
    .orderBy('id')
    .execute()
  return rows.map(({ result }) => result as Result)
}
