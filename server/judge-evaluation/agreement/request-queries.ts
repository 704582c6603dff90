import type { JudgementForm, Verdicts } from '../../../shared/contracts/index.ts'

/** Counts equal verdicts of single requests, in which one answer was shown before the other. */
export interface RequestCell {
  kind: 'version' | 'criterion' | 'category' | 'month' | 'meeting'
  judge: string
  version: number | null
  /** The model served, with `version`. */
  served: string | null
  slice: string | null
  /** For `meeting`: the contestants, in the order shown. */
  first: number | null
  second: number | null
  verdict: 'first' | 'second' | 'tie'
  count: number
}

/** One judgement of answers that the same version of a judge judged several times. */
export interface AskedAgain {
  judge: string
  version: number
  /** The model served. */
  served: string | null
  form: JudgementForm
  criteria: string[]
  /** In the order of the first request. */
  answers: number[]
  run: number
  at: Date
  first: Verdicts
  second: Verdicts
}
