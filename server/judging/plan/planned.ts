/** What a plan is drawn from and what it holds; pure. */
import type { JudgementForm } from '../../../shared/contracts/index.ts'

export interface PlanAnswer {
  id: number
  promptId: number
  contestantId: number
  category: string | null
  /** Equal for equal texts. */
  text: string
  /** Names of the required checks that it fails: no judge is shown it. */
  failing?: readonly string[]
}

/** What one version of a judge is asked in one call each. */
export interface JudgeCall {
  versionId: number
  criteria: string[]
  form: JudgementForm
  /** How many answers at once where the form is listwise. */
  listSize: number
  /** Null: all prompts. */
  categories: string[] | null
}

/** A judgement that stands already, done, failed for good or still to be done. */
export interface StandingJudgement {
  versionId: number
  criteria: string[]
  answerIds: number[]
  repeat: number
  failed: boolean
}

export interface DrawSpec {
  /** For each pair of contestants, judge and criterion; null: every prompt. */
  votesPerPair: number | null
  /** The contestant whom all others meet; null: all meet all. */
  baseline: number | null
  /** How often the same answers are examined by the same version. */
  repeats: number
  /** Of each pair of contestants, only so many meetings are examined more than once; null or nothing: all. */
  sample?: number | null
}

export interface PlannedJudgement {
  versionId: number
  criteria: string[]
  form: JudgementForm
  promptId: number
  /** In the order of the first showing. */
  answerIds: number[]
  repeat: number
  /** Among all that is drawn, what is left out too, from 0. */
  place: number
}

/** Two answers to a prompt that the plan comes to and no judge is shown, since one fails a required check. */
export interface SkippedPair {
  versionId: number
  criteria: string[]
  promptId: number
  /** Ids of the two, in ascending order, and whether each passes. */
  answerIds: [number, number]
  passes: [boolean, boolean]
  /** Names of the checks that were failed. */
  checks: string[]
  place: number
}

export interface DrawnPlan {
  /** In an order in which any beginning is spread evenly over pairs, prompts and judges. */
  judgements: PlannedJudgement[]
  leftOut: SkippedPair[]
  /** Times two contestants gave the same text to a prompt: those never meet. */
  identical: number
  /** Of what the plan asks for, how much stands already. */
  standing: number
}

/** How the same answers are written down, whatever their order. */
export const answersKey = (ids: readonly number[]): string => ids.toSorted((a, b) => a - b).join(' ')

export const examinerKey = ({ versionId, criteria }: Pick<JudgeCall, 'versionId' | 'criteria'>): string =>
  JSON.stringify([versionId, ...criteria])
