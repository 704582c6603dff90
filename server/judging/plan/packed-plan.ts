import type { DrawnPlan, PlannedJudgement } from './planned.ts'

/** A plan that is sent between threads: reading its judgements takes time only when they are needed. */
export interface PackedPlan extends Omit<DrawnPlan, 'judgements'> {
  /** The different calls of its judgements. */
  calls: Pick<PlannedJudgement, 'versionId' | 'criteria' | 'form'>[]
  /** For each judgement: the place of its call, prompt, repeat, place, number of answers, ids of the answers. */
  numbers: Float64Array<ArrayBuffer>
}

export function packPlan({ judgements, ...rest }: DrawnPlan): PackedPlan {
  const calls: PackedPlan['calls'] = []
  const placeOf = new Map<string, number>()
  const numbers = new Float64Array(judgements.reduce((sum, { answerIds }) => sum + 5 + answerIds.length, 0))
  let at = 0
  for (const { versionId, criteria, form, promptId, answerIds, repeat, place } of judgements) {
    const key = JSON.stringify([versionId, criteria, form])
    if (!placeOf.has(key)) placeOf.set(key, calls.push({ versionId, criteria, form }) - 1)
    const row = [placeOf.get(key)!, promptId, repeat, place, answerIds.length, ...answerIds]
    numbers.set(row, at)
    at += row.length
  }
  return { ...rest, calls, numbers }
}

/** The judgements of a packed plan, one after the other. */
export function* judgementsIn({
  calls,
  numbers,
}: Pick<PackedPlan, 'calls' | 'numbers'>): Generator<PlannedJudgement> {
  for (let at = 0; at < numbers.length;) {
    const [call, promptId, repeat, place, size] = numbers.subarray(at, at + 5) as unknown as number[]
    at += 5 + size
    const answerIds = [...numbers.subarray(at - size, at)]
    yield { ...calls[call], promptId, answerIds, repeat, place }
  }
}
