import { logGamma } from './student-t.ts'

/** Tables as likely as the observed one, except for rounding. */
const AS_LIKELY = 1 + 1e-7

/**
 * Fisher's exact test, two-sided: the probability that two samples of one kind divide their wins at least this
 * unevenly (Fisher 1935, "The logic of inductive inference", Journal of the Royal Statistical Society 98). Exact
 * for any number of independent votes. 1 if either sample, the wins or the losses are empty. Costs O(fewer votes).
 */
export function fisherExact(
  sample: { wins: number; losses: number },
  others: { wins: number; losses: number },
): number {
  const size = sample.wins + sample.losses
  const wins = sample.wins + others.wins
  const losses = sample.losses + others.losses
  const observedChance = Math.exp(
    logChoose(wins, sample.wins) + logChoose(losses, sample.losses) - logChoose(wins + losses, size),
  )
  // from the observed table to both ends, each probability from the previous one, relative to the observed one
  let sum = 1
  for (let won = sample.wins, chance = 1; won < Math.min(size, wins); won++) {
    chance *= ((wins - won) * (size - won)) / ((won + 1) * (losses - size + won + 1))
    if (chance <= AS_LIKELY) sum += chance
  }
  for (let won = sample.wins, chance = 1; won > Math.max(0, size - losses); won--) {
    chance *= (won * (losses - size + won)) / ((wins - won + 1) * (size - won + 1))
    if (chance <= AS_LIKELY) sum += chance
  }
  return Math.min(1, observedChance * sum)
}

const logChoose = (n: number, k: number): number => logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1)
