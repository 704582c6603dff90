import { FOCUS_SHARE, focusProbability } from '../../sampling/index.ts'

/** Two contestants with judgements that are planned and not queued. */
export interface PlannedOfPair {
  contestants: [number, number]
  /** Ids of these judgements, in the order in which they are to be judged. */
  judgements: string[]
}

export interface FocusDraw {
  id: string
  pairProbability: number
}

/**
 * Draws the next planned judgements with focus. Half of the draws are uniform over all pairs, half over the pairs of
 * two contenders. A pair that is drawn gives its next judgement.
 * @param contenders ids of the contestants that may still be first; empty: all draws are uniform
 * @param limit how many to draw at most
 * @param random uniform in [0, 1)
 * @returns each judgement with the probability of its pair, given what was left before the draw
 */
export function drawWithFocus(
  planned: readonly PlannedOfPair[],
  contenders: ReadonlySet<number>,
  limit: number,
  random: () => number,
): FocusDraw[] {
  const open = planned
    .filter(({ judgements }) => judgements.length > 0)
    .map(({ contestants, judgements }) => ({
      isAmong: contestants.every((id) => contenders.has(id)),
      left: [...judgements],
    }))
  const draws: FocusDraw[] = []
  while (draws.length < limit && open.length > 0) {
    const among = open.filter(({ isAmong }) => isAmong)
    const isFocused = among.length > 0 && among.length < open.length && random() < FOCUS_SHARE
    const from = isFocused ? among : open
    const pair = from[Math.floor(random() * from.length)]
    const [id] = pair.left.splice(0, 1)
    draws.push({ id, pairProbability: focusProbability(pair.isAmong, open.length, among.length) })
    if (pair.left.length === 0) open.splice(open.indexOf(pair), 1)
  }
  return draws
}
