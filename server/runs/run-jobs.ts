/** The jobs of all runs: their names, keys and payloads. */
import type { JobRequest } from '../platform/jobs/jobs.ts'
import { flagOf, type ProviderOfArena } from './endpoints.ts'

export const ADVANCE_TASK = 'advance-run'
export const ANSWER_TASK = 'make-answer'

export interface AnswerJob {
  arenaId: number
  runId: number
  promptId: number
  contestantId: number
  /** The number of the answer among those of the contestant to the prompt. Missing in jobs of earlier versions: 1. */
  sample?: number
}

/** Drives the run: queues what can be done next, and ends the run when nothing is left. */
export const advanceJob = (arenaId: number, runId: number): JobRequest => ({
  task: ADVANCE_TASK,
  payload: { arenaId, runId },
  queue: `judging-${arenaId}`,
  key: `${ADVANCE_TASK} ${arenaId} ${runId}`,
})

/** The key of an answer's job: no answer has two jobs. */
const answerJobKey = ({ arenaId, promptId, contestantId, sample = 1 }: AnswerJob): string =>
  `${ANSWER_TASK} ${arenaId} ${promptId} ${contestantId}${sample > 1 ? ` ${sample}` : ''}`

export const answerJob = (job: AnswerJob, provider: ProviderOfArena, delayMs = 0): JobRequest => ({
  task: ANSWER_TASK,
  payload: { ...job },
  key: answerJobKey(job),
  flags: [flagOf(provider)],
  delayMs,
})
