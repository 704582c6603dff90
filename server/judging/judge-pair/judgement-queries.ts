import type { Logprobs, Message, Rubric, TranscriptStep, Verdicts } from '../../../shared/contracts/index.ts'
import type { ProviderOfArena } from '../../runs/index.ts'

/** Everything that the job of one judgement needs. */
export interface PlannedPair {
  arenaId: number
  id: string
  runId: number
  form: 'pairwise' | 'listwise'
  criteria: string[]
  repeat: number
  attempts: number
  judge: string
  /** The epoch of the climb that it belongs to, whose judgements cast no votes; null if it belongs to none. */
  climbEpoch: number | null
  /** Whether the judge is still active in this version and the prompt is still in use. */
  current: boolean
  model: string
  params: Record<string, unknown>
  logprobs: Logprobs
  rubric: Rubric
  provider: ProviderOfArena
  prompt: { id: number; messages: Message[] | null; reference: string | null; context: string[] | null }
  /** As the judge sees them in the first order. */
  answers: PlannedPairAnswer[]
  /** The results of earlier calls. */
  calls: {
    shown: 'first' | 'second'
    status: string
    cause: string | null
    verdicts: Verdicts | null
    /** Whether it counts as an attempt: calls from before the judgement was planned again do not. */
    counts: boolean
  }[]
}

export interface PlannedPairAnswer {
  id: number
  contestantId: number
  text: string | null
  turns: string[] | null
  context: string[] | null
  transcript: TranscriptStep[] | null
}
