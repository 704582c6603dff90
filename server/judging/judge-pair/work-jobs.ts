/** The jobs of judging in a run: their names, keys and payloads. */
import type { JobRequest } from '../../platform/jobs/jobs.ts'
import { flagOf, type ProviderOfArena } from '../../runs/index.ts'

export const JUDGE_TASK = 'judge-answers'
export const CHECK_TASK = 'check-answers'

export interface CheckJob {
  arenaId: number
  runId: number
  name: string
  sha256: string
  /** Null for a rule, which is applied to all answers that lack a result. */
  answerId: number | null
}

export const judgeJob = (
  { arenaId, id }: { arenaId: number; id: string },
  provider: ProviderOfArena,
  delayMs = 0,
): JobRequest => ({
  task: JUDGE_TASK,
  payload: { arenaId, id },
  key: `${JUDGE_TASK} ${arenaId} ${id}`,
  flags: [flagOf(provider)],
  delayMs,
})

/** @param provider null for a rule, which makes no call */
export const checkJob = (job: CheckJob, provider: ProviderOfArena | null, delayMs = 0): JobRequest => ({
  task: CHECK_TASK,
  payload: { ...job },
  key: `${CHECK_TASK} ${job.arenaId} ${job.runId} ${job.sha256} ${job.answerId ?? 'all'}`,
  ...(provider && { flags: [flagOf(provider)] }),
  delayMs,
})
