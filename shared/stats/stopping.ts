import { confidenceSequence } from './confidence-sequence.ts'

/** How often the scores so far are gone through again to guess what more would decide. */
const MOST_REPEATS = 20

/** What a confidence sequence says of two contestants. */
export interface Stopping {
  /** Batches seen. */
  batches: number
  /** Mean of the batches' scores. */
  mean: number
  /** Every mean that holds up against all looks; null where none is left. */
  interval: [number, number] | null
  /** After how many batches ½ was out for the first time; null: never yet. */
  decidedAfter: number | null
  /** Who it was decided for: the one whose scores these are, or the other. */
  decidedFor: 'own' | 'other' | null
  /** Undecided: how many more batches like these would decide; null where twenty times as many would not. */
  moreToDecide: number | null
}

/**
 * When judging two contestants could have stopped, or how long it has to go on, by the hedged-capital confidence
 * sequence (`confidenceSequence`; Waudby-Smith & Ramdas 2023). Looking after every batch costs nothing. A batch is
 * what hangs together, all votes on a prompt, and its score their mean: so the assumption is on batches (each has the
 * same mean, given those before), not on votes. A batch must not be looked at before it is complete.
 * What more would decide is a forecast: the batches so far, gone through again. Costs 401 steps a batch.
 * @param scores  of the batches, in [0, 1], in the order in which they were complete
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
