/** The input and the result of drawing a plan. Pure. */
import type { JudgementForm } from '../../../shared/contracts/index.ts'
import type { RandomStream } from '../../../shared/stats/numbers/random.ts'

export interface PlanAnswer {
  id: number
  promptId: number
  contestantId: number
  category: string | null
  /** Equal for equal texts. */
  text: string
  /** Names of the gating checks that it fails. No judge is shown such an answer. */
  failing?: readonly string[]
}

/** One kind of call to a judge version: the criteria it is asked about, and how answers are shown. */
export interface JudgeCall {
  versionId: number
  criteria: string[]
  form: JudgementForm
  /** How many answers a listwise judge is shown at once. */
  listSize: number
  /** Null for all prompts. */
  categories: string[] | null
}

/** A judgement that exists: done, failed or still planned. */
export interface ExistingJudgement {
  versionId: number
  criteria: string[]
  answerIds: number[]
  repeat: number
  failed: boolean
}

/** Answers that the plan has reached. They are shown together, unless one of them fails a gating check. */
export interface AnswersToJudge {
  form: JudgementForm
  promptId: number
  answerIds: number[]
}

export interface DrawSpec {
  /** Votes for each pair of contestants, judge and criterion; null for one on every prompt. */
  votesPerPair: number | null
  /** The contestant that all others are compared with; null if all are compared with all. */
  baseline: number | null
  /** How often a judge version judges the same answers. */
  repeats: number
  /** How many prompts of each pair of contestants are judged more than once; null or missing for all. */
  sample?: number | null
  /** Whether it is a tournament, whose judgements are known only stage by stage: an estimate is of as many as it may take. */
  isTournament?: boolean | undefined
  /** Judges these answers alone, in place of the plan: the next stage of a tournament. */
  stage?: readonly AnswersToJudge[] | undefined
}

export interface PlannedJudgement {
  versionId: number
  criteria: string[]
  form: JudgementForm
  promptId: number
  /** As the judge sees them in the first order. */
  answerIds: number[]
  repeat: number
  /** Its place in the whole plan, skipped pairs included, from 0. */
  place: number
  /** Whether it is of a live battle. */
  isLive?: boolean
}

/** Two answers to a prompt that the plan has reached but no judge is shown, because one fails a gating check. */
export interface SkippedPair {
  versionId: number
  criteria: string[]
  promptId: number
  /** Ids of the two answers, ascending, and whether each passes. */
  answerIds: [number, number]
  passes: [boolean, boolean]
  /** Names of the failed checks. */
  checks: string[]
  place: number
}

export interface DrawnPlan {
  /** In an order whose beginning, of any length, is spread evenly over pairs, prompts and judges. */
  judgements: PlannedJudgement[]
  skipped: SkippedPair[]
  /** How often two contestants gave the same text to a prompt. Equal texts are never paired. */
  identical: number
  /** How many of the planned judgements exist already. */
  existing: number
}

/** The same key for the same answers, in any order. */
export const answersKey = (ids: readonly number[]): string => ids.toSorted((a, b) => a - b).join(' ')

export const judgeCallKey = ({ versionId, criteria }: Pick<JudgeCall, 'versionId' | 'criteria'>): string =>
  JSON.stringify([versionId, ...criteria])

/** A plan that is sent between threads: reading its judgements takes time only when they are needed. */
export interface PackedPlan extends Omit<DrawnPlan, 'judgements'> {
  /** The different calls of its judgements. */
  calls: Pick<PlannedJudgement, 'versionId' | 'criteria' | 'form'>[]
  /** For each judgement: the place of its call, prompt, repeat, place, number of answers, ids of the answers. */
  numbers: Float64Array<ArrayBuffer>
}

export function packPlan({ judgements, ...rest }: DrawnPlan): PackedPlan {
  const calls: PackedPlan['calls'] = []
  const placeByCall = new Map<string, number>()
  const numbers = new Float64Array(judgements.reduce((sum, { answerIds }) => sum + 5 + answerIds.length, 0))
  let offset = 0
  for (const { versionId, criteria, form, promptId, answerIds, repeat, place } of judgements) {
    const key = JSON.stringify([versionId, criteria, form])
    if (!placeByCall.has(key)) placeByCall.set(key, calls.push({ versionId, criteria, form }) - 1)
    const row = [placeByCall.get(key)!, promptId, repeat, place, answerIds.length, ...answerIds]
    numbers.set(row, offset)
    offset += row.length
  }
  return { ...rest, calls, numbers }
}

/** The judgements of a packed plan, one after the other. */
export function* unpackJudgements({
  calls,
  numbers,
}: Pick<PackedPlan, 'calls' | 'numbers'>): Generator<PlannedJudgement> {
  for (let offset = 0; offset < numbers.length;) {
    const [call, promptId, repeat, place, size] = numbers.subarray(offset, offset + 5) as unknown as number[]
    offset += 5 + size
    const answerIds = [...numbers.subarray(offset - size, offset)]
    yield { ...calls[call], promptId, answerIds, repeat, place }
  }
}

/** Each two of them, in their order. */
export const allPairs = <T>(all: readonly T[]): [T, T][] =>
  all.flatMap((first, i) => all.slice(i + 1).map((second): [T, T] => [first, second]))

/** A copy in random order, all orders equally likely (Fisher & Yates, as by Durstenfeld 1964). */
export function shuffled<T>(all: readonly T[], stream: RandomStream): T[] {
  const mixed = [...all]
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = Math.floor(stream.uniform() * (i + 1))
    ;[mixed[i], mixed[j]] = [mixed[j], mixed[i]]
  }
  return mixed
}
