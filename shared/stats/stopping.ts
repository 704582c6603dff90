import { confidenceSequence } from './confidence-sequence.ts'

/** How often the scores so far are repeated to estimate how many more would decide. */
const MOST_REPEATS = 20

/** The confidence sequence of two contestants. */
export interface Stopping {
  /** The number of batches so far. */
  batches: number
  /** Mean of the batches' scores. */
  mean: number
  /** Every mean that no look has excluded. Null if none is left. */
  interval: [number, number] | null
  /** The number of batches after which ½ was first excluded. Null: never. */
  decidedAfter: number | null
  /** Who it was decided for: the contestant whose scores these are, or the other one. */
  decidedFor: 'own' | 'other' | null
  /** If undecided: how many more batches like these would decide. Null if twenty times as many would not. */
  moreToDecide: number | null
}

/**
 * When judging two contestants could have stopped, or how long it must continue, by the hedged-capital confidence
 * sequence (`confidenceSequence`; Waudby-Smith & Ramdas 2023). Looks after every batch are free. A batch contains
 * everything that is correlated, such as all votes on a prompt, and its score is their mean. So the assumption is
 * about batches (each has the same mean, given those before), not about votes. A batch must be complete before it
 * is looked at. The number of further batches is a forecast: it repeats the batches so far. Costs 401 steps for
 * each batch.
 * @param scores  of the batches, in [0, 1], in the order in which they were completed
 */
export function stoppingOf(scores: ArrayLike<number>, alpha = 0.05): Stopping {
  const sequence = confidenceSequence(alpha)
  let sum = 0
  let decidedAfter: number | null = null
  let decidedFor: Stopping['decidedFor'] = null
  const isOut = (): Stopping['decidedFor'] => {
    const left = sequence.interval()
    return !left || (left[0] <= 0.5 && left[1] >= 0.5) ? null : left[0] > 0.5 ? 'own' : 'other'
  }
  for (let i = 0; i < scores.length; i++) {
    sequence.add(scores[i])
    sum += scores[i]
    if (decidedAfter !== null) continue
    decidedFor = isOut()
    if (decidedFor) decidedAfter = i + 1
  }
  const interval = sequence.interval()
  let moreToDecide: number | null = null
  if (decidedAfter === null && interval)
    for (let more = 1; more <= MOST_REPEATS * scores.length && moreToDecide === null; more++) {
      sequence.add(scores[(more - 1) % scores.length])
      if (isOut()) moreToDecide = more
    }
  const batches = scores.length
  return {
    batches,
    mean: batches > 0 ? sum / batches : 0.5,
    interval,
    decidedAfter,
    decidedFor,
    moreToDecide,
  }
}
