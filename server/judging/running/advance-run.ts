import { setTimeout as sleep } from 'node:timers/promises'
import { touchArena } from '../../arenas/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { addJob, addJobs } from '../../platform/jobs.ts'
import { requestRating } from '../../votes/index.ts'
import { challengeOf } from './challenge-wish.ts'
import { flagOf } from './endpoints.ts'
import type { ProviderOfArena } from './endpoints.ts'
import type { Means } from './means.ts'
import { planRun } from './plan-run.ts'
import { countLeftOut } from '../required/index.ts'
import { advanceJob, answerJob, challengeJob, checkJob, judgeJob } from './run-jobs.ts'
import { selectRun, updateRun } from './run-queries.ts'
import type { Run } from './run-queries.ts'
import {
  countMissingAnswers,
  countPlanned,
  countQueued,
  isUnchecked,
  lastAnswerCallEnded,
  selectActiveChecks,
  selectAnswering,
  selectJudging,
  selectMissingAnswers,
  selectPlanned,
  selectUnchecked,
} from './work-queries.ts'
import type { ActiveCheck } from './work-queries.ts'

const BEAT_MS = 200
const SLOW_BEAT_MS = 2000
/** So long one job drives a run; then it hands over to the next, so that none is ever taken for forgotten. */
const SHIFT_MS = 600_000
/** So many jobs wait per provider at most: the queue stays short, however much there is to do. */
const QUEUED_PER_PROVIDER = 200
/** Where answers fail to come for so long, what is there is judged meanwhile. */
const STALL_MS = 15_000

/**
 * The job that drives a run for as long as it is running: queues what can be done next (answers and the checks they
 * must pass, then judgements, other checks beside them), plans judgements once all that is there, and ends the run when
 * nothing is left. Two at once do no harm.
 */
export async function advanceRun(means: Means, arenaId: number, runId: number): Promise<void> {
  const { db, clock, closing } = means
  const until = performance.now() + SHIFT_MS
  while (!closing.aborted && performance.now() < until) {
    const pause = await advance(means, arenaId, runId)
    if (pause === null) return
    await sleep(pause, undefined, { signal: closing }).catch(() => undefined)
  }
  await addJob(db, advanceJob(arenaId, runId, clock()))
}

/** @returns ms until the next look; null when the run is running no more */
async function advance(deps: Deps, arenaId: number, runId: number): Promise<number | null> {
  const { db } = deps
  const run = await selectRun(db, arenaId, runId)
  if (run?.status !== 'running') return null
  const room = roomLeft(await countQueued(db))
  await queueAnswers(deps, run, room)
  const challenge = challengeOf(run)
  const missing = await countMissingAnswers(db, arenaId, runId, challenge)
  const { required, others } = checksByNeed(challenge ? [] : await selectActiveChecks(db, arenaId))
  await queueChecks(deps, run, room, required)
  const isAllThere = missing === 0 && (await areChecked(deps, run, required))
  if (isAllThere && run.planned_at === null) await planRun(deps, run, true)
  await queueJudgements(deps, run, room)
  await queueChecks(deps, run, room, others)
  const planned = await countPlanned(db, arenaId, runId)
  await countLeftOut(db, arenaId, runId, deps.clock())
  if (isAllThere && planned === 0 && (await areChecked(deps, run, others)) && (await endRun(deps, run)))
    return null
  if (missing === 0 || planned > 0 || !(await isStalled(deps, run))) return BEAT_MS
  await planRun(deps, run, false)
  return SLOW_BEAT_MS
}

/** How many more jobs a provider may have; taken when asked for. */
type Room = (provider: ProviderOfArena) => { left: number; take: (jobs: number) => void }

function roomLeft(queued: Map<string, number>): Room {
  return (provider) => {
    const flag = flagOf(provider)
    const used = () => queued.get(flag) ?? 0
    return {
      left: Math.max(0, QUEUED_PER_PROVIDER - used()),
      take: (jobs) => void queued.set(flag, used() + jobs),
    }
  }
}

async function queueAnswers({ db, clock }: Deps, run: Run, room: Room): Promise<void> {
  const { arena_id, id } = run
  const scope = challengeOf(run)
  const answering = (await selectAnswering(db, arena_id)).filter(
    ({ contestantId }) => scope?.contestants.includes(contestantId) ?? true,
  )
  for (const { contestantId, provider } of answering) {
    const { left, take } = room(provider)
    // contestants of one provider go forward side by side
    const share = Math.ceil(left / answering.length)
    const prompts = left > 0 ? await selectMissingAnswers(db, arena_id, id, contestantId, scope, share) : []
    const wanted = prompts.map((promptId) => ({ arenaId: arena_id, runId: id, promptId, contestantId }))
    await addJobs(
      db,
      wanted.map((one) => answerJob(one, provider, clock())),
    )
    take(prompts.length)
  }
}

async function queueJudgements({ db, clock }: Deps, { arena_id, id: runId }: Run, room: Room): Promise<void> {
  for (const { versionId, provider } of await selectJudging(db, arena_id, runId)) {
    const { left, take } = room(provider)
    const ids = left > 0 ? await selectPlanned(db, arena_id, runId, versionId, left) : []
    await addJobs(
      db,
      ids.map((id) => judgeJob({ arenaId: arena_id, id }, provider, clock())),
    )
    take(ids.length)
  }
}

/** What must be known of an answer before a judge is shown it, and what is only known beside. */
function checksByNeed(checks: readonly ActiveCheck[]) {
  const { required = [], others = [] } = Object.groupBy(checks, ({ spec }) =>
    spec.required ? 'required' : 'others',
  )
  return { required, others }
}

async function queueChecks(
  { db, clock }: Deps,
  { arena_id, id }: Run,
  room: Room,
  checks: readonly ActiveCheck[],
): Promise<void> {
  for (const check of checks) {
    const { name, sha256, provider } = check
    const wanted = { arenaId: arena_id, runId: id, name, sha256 }
    const { left, take } = provider ? room(provider) : { left: 1, take: () => undefined }
    const ids = left > 0 ? await selectUnchecked(db, arena_id, id, check, left) : []
    const jobs = ids.map((answerId) =>
      checkJob({ ...wanted, answerId: provider ? answerId : null }, provider, clock()),
    )
    await addJobs(db, jobs)
    take(jobs.length)
  }
}

async function areChecked({ db }: Deps, { arena_id, id }: Run, checks: ActiveCheck[]): Promise<boolean> {
  for (const check of checks) if (await isUnchecked(db, arena_id, id, check)) return false
  return true
}

async function isStalled({ db, clock }: Deps, { arena_id, id, started_at }: Run): Promise<boolean> {
  const last = (await lastAnswerCallEnded(db, arena_id, id)) ?? started_at
  return clock().getTime() - last.getTime() > STALL_MS
}

/** False where the run has been paused or cancelled meanwhile. */
async function endRun({ db, clock, publishEvery }: Deps, { arena_id, id, kind }: Run): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const at = clock()
    if (!(await updateRun(trx, arena_id, id, ['running'], { status: 'done', ended_at: at }))) return false
    if (kind === 'challenge') {
      await addJob(trx, challengeJob(arena_id, at))
      return true
    }
    // failed judgements and checks stand on the board too
    await touchArena(trx, arena_id)
    await requestRating(trx, arena_id, at, publishEvery)
    return true
  })
}
