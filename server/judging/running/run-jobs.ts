/** The jobs of a run, by name and key. */
import type { JobRequest } from '../../platform/jobs.ts'
import { flagOf } from './endpoints.ts'
import type { ProviderOfArena } from './endpoints.ts'

export const ADVANCE_TASK = 'advance-run'
export const ANSWER_TASK = 'make-answer'
export const JUDGE_TASK = 'judge-answers'
export const CHECK_TASK = 'check-answers'
/** What follows once a run of a climb has come to its end, which is for those to do who weigh it. */
export const CHALLENGE_TASK = 'advance-challenge'

export interface AnswerWanted {
  arenaId: number
  runId: number
  promptId: number
  contestantId: number
}

export interface CheckWanted {
  arenaId: number
  runId: number
  name: string
  sha256: string
  /** Null: all answers that a rule has not been held against yet. */
  answerId: number | null
}

/** Brings the run forward: queues what can be done next, and ends it when nothing is left. */
export const advanceJob = (arenaId: number, runId: number, runAt: Date): JobRequest => ({
  task: ADVANCE_TASK,
  payload: { arenaId, runId },
  queue: `judging-${arenaId}`,
  key: `${ADVANCE_TASK} ${arenaId} ${runId}`,
  runAt,
})

/** Has the arena's challenge that is open go on: weighs what came of its runs, and starts the next. */
export const challengeJob = (arenaId: number, runAt: Date): JobRequest => ({
  task: CHALLENGE_TASK,
  payload: { arenaId },
  queue: `challenge-${arenaId}`,
  key: `${CHALLENGE_TASK} ${arenaId}`,
  runAt,
})

export const answerJob = (wanted: AnswerWanted, provider: ProviderOfArena, runAt: Date): JobRequest => ({
  task: ANSWER_TASK,
  payload: { ...wanted },
  key: `${ANSWER_TASK} ${wanted.arenaId} ${wanted.promptId} ${wanted.contestantId}`,
  flags: [flagOf(provider)],
  runAt,
})

export const judgeJob = (
  { arenaId, id }: { arenaId: number; id: string },
  provider: ProviderOfArena,
  runAt: Date,
): JobRequest => ({
  task: JUDGE_TASK,
  payload: { arenaId, id },
  key: `${JUDGE_TASK} ${arenaId} ${id}`,
  flags: [flagOf(provider)],
  runAt,
})

/** @param provider null: a rule that no model is asked for */
export const checkJob = (wanted: CheckWanted, provider: ProviderOfArena | null, runAt: Date): JobRequest => ({
  task: CHECK_TASK,
  payload: { ...wanted },
  key: `${CHECK_TASK} ${wanted.arenaId} ${wanted.runId} ${wanted.sha256} ${wanted.answerId ?? 'all'}`,
  ...(provider && { flags: [flagOf(provider)] }),
  runAt,
})
