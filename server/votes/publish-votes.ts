import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../platform/deps.ts'
import { runWaitingJobs } from '../platform/jobs/jobs.ts'
import { advancePublication } from '../platform/postgres/publishing.ts'
import { RATE_TASK } from './request-rating.ts'
import { settleDueVotes } from './settle-votes.ts'

type PublishingDeps = Pick<Deps, 'db' | 'clock' | 'chance' | 'settings' | 'services' | 'access'>

const LOOK_EVERY_MS = 1000
/** A clock that is kept right moves by less at once. */
const JUMP_MS = 5000

/** Takes the next step of publishing if one is due. What became public gets new boards. */
export const publishVotes = ({
  db,
  clock,
  settings: { publishEvery },
}: Pick<PublishingDeps, 'db' | 'clock' | 'settings'>) =>
  advancePublication(db, clock(), publishEvery, (trx) => runWaitingJobs(trx, RATE_TASK))

/**
 * Makes choices final that are due, and publishes votes, until it is stopped; any number of processes may do so. It reports a clock that jumps. Jobs that wait
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
  // publishing waits for no arena
  let settling: Promise<void> | null = null
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
      settling ??= settleDueVotes(deps)
        .catch((error: unknown) =>
          log.debug({ err: error }, 'choices were not made final; the next look tries again'),
        )
        .finally(() => (settling = null))
      const { publishedAt } = await publishVotes(deps)
      const behind = (publishedAt?.getTime() ?? 0) - clock().getTime()
      if (jump === null && behind > JUMP_MS)
        log.warn({ seconds: Math.round(behind / 1000) }, isBehind(behind))
      lastOffset = offset
    } catch (error) {
      log.debug({ err: error }, 'votes were not published; the next look tries again')
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal: stopping }).catch(() => {})
  }
  await settling
}

const jumped = (ms: number): string =>
  ms < 0
    ? `the clock of this machine went back by ${durationText(-ms)}; no vote is lost, but times of votes may be wrong`
    : `the clock of this machine went ahead by ${durationText(ms)}, or the process stood still; no vote is lost, but times of votes may be wrong`

const isBehind = (ms: number): string =>
  `the clock of this machine is ${durationText(ms)} behind the last publication; one of the two times is wrong, but no vote is lost`

/** 40 d, 3 h, 5 min or 6 s */
function durationText(ms: number): string {
  const seconds = ms / 1000
  if (seconds < 90) return `${Math.round(seconds)} s`
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`
  return seconds < 48 * 3600 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86400)} d`
}
