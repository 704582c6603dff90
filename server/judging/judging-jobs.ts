/** The jobs of judging in a run: their names, keys and payloads. */
import { providerFlag } from '../calls/index.ts'
import type { JobRequest } from '../platform/jobs/jobs.ts'
import type { ArenaProvider } from '../arenas/index.ts'

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

/** How the keys of the arena's judge jobs begin. The id of the judgement follows. */
export const judgeKeyPrefix = (arenaId: number): string => `${JUDGE_TASK} ${arenaId} `

export const judgeJob = (
  { arenaId, id }: { arenaId: number; id: string },
  provider: ArenaProvider,
  delayMs = 0,
): JobRequest => ({
  task: JUDGE_TASK,
  payload: { arenaId, id },
  key: judgeKeyPrefix(arenaId) + id,
  flags: [providerFlag(provider)],
  delayMs,
})

/** @param provider null for a rule, which makes no call */
export const checkJob = (job: CheckJob, provider: ArenaProvider | null, delayMs = 0): JobRequest => ({
  task: CHECK_TASK,
  payload: { ...job },
  key: `${CHECK_TASK} ${job.arenaId} ${job.runId} ${job.sha256} ${job.answerId ?? 'all'}`,
  ...(provider && { flags: [providerFlag(provider)] }),
  delayMs,
})
