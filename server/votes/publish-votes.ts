import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../platform/deps.ts'
import { runWaitingJobs, addJob } from '../platform/jobs/jobs.ts'
import { advancePublication } from '../platform/postgres/publishing.ts'
import { TAKE_BACK_SECONDS } from '../../shared/contracts/index.ts'
import type { Trx } from '../platform/schema.ts'

type PublishingDeps = Pick<Deps, 'db' | 'clock' | 'settings' | 'services'>

const LOOK_EVERY_MS = 1000
/** A clock that is kept right moves by less at once. */
const JUMP_MS = 5000

/** Takes the next step of publishing if one is due. What became public gets new boards. */
export const publishVotes = ({ db, clock, settings: { publishEvery } }: Omit<PublishingDeps, 'services'>) =>
  advancePublication(db, clock(), publishEvery, (trx) => runWaitingJobs(trx, RATE_TASK))

/**
 * Publishes votes until it is stopped; any number of processes may do so. It reports a clock that jumps. Jobs that wait
 * for a time go by the clock, so after a jump boards are updated at once, as at the start.
 */
export function startPublishing(deps: PublishingDeps): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const working = keepPublishing(deps, stopping.signal)
  return {
    stop() {
      stopping.abort()
      return working
    },
  }
}

async function keepPublishing(deps: PublishingDeps, stopping: AbortSignal): Promise<void> {
  const {
    db,
    clock,
    services: { log },
  } = deps
  // the first look wakes the boards that wait
  let lastOffset: number | null = null
  while (!stopping.aborted) {
    const offset = clock().getTime() - performance.now()
    const jump = lastOffset === null ? null : offset - lastOffset
    try {
      if (jump === null || Math.abs(jump) > JUMP_MS) {
        if (jump !== null) log.warn({ seconds: Math.round(jump / 1000) }, jumped(jump))
        await runWaitingJobs(db, RATE_TASK)
      }
      const { notedAt } = await publishVotes(deps)
      const behind = (notedAt?.getTime() ?? 0) - clock().getTime()
      if (jump === null && behind > JUMP_MS)
        log.warn({ seconds: Math.round(behind / 1000) }, isBehind(behind))
      lastOffset = offset
    } catch (error) {
      log.debug({ err: error }, 'votes were not published; the next look tries again')
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal: stopping }).catch(() => {})
  }
}

const jumped = (ms: number): string =>
  ms < 0
    ? `the clock of this machine went back by ${lengthOf(-ms)}; no vote is lost, but times of votes may be wrong`
    : `the clock of this machine went ahead by ${lengthOf(ms)}, or the process stood still; no vote is lost, but times of votes may be wrong`

const isBehind = (ms: number): string =>
  `the clock of this machine is ${lengthOf(ms)} behind the last publication; one of the two times is wrong, but no vote is lost`

/** 40 d, 3 h, 5 min or 6 s */
function lengthOf(ms: number): string {
  const seconds = ms / 1000
  if (seconds < 90) return `${Math.round(seconds)} s`
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`
  return seconds < 48 * 3600 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86400)} d`
}

/** The job that updates an arena's boards. */
export const RATE_TASK = 'rate-arena'

/** The delay of a rating after a judge's vote: judges vote many times a second, and nobody waits for a single vote. */
const SETTLE_JUDGED_MS = 2000

/**
 * Queues the job for new boards of the arena, in the transaction that changes votes. It runs at once, two seconds after a
 * judge's vote, or when the change is public: each publication makes it due, and if none came it looks by itself. Requests become one while a job waits. The jobs of one arena run one after
 * another.
 */
export async function requestRating(
  trx: Trx,
  arenaId: number,
  publishEvery: number,
  voterKind: 'people' | 'judges' = 'people',
): Promise<void> {
  const untilPublished = publishEvery === 0 ? 0 : (publishEvery + TAKE_BACK_SECONDS) * 1000
  await addJob(trx, {
    task: RATE_TASK,
    payload: { arenaId },
    queue: `arena-${arenaId}`,
    key: `${RATE_TASK}-${arenaId}${voterKind === 'judges' ? '-judged' : ''}`,
    delayMs: untilPublished + (voterKind === 'judges' ? SETTLE_JUDGED_MS : 0),
  })
}
