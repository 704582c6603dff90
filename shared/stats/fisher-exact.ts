import { logGamma } from './student-t.ts'

/** Tables as likely as the one seen, but for rounding. */
const AS_LIKELY = 1 + 1e-7

/**
 * Fisher's exact test, two-sided: the chance that two samples of one kind share out their wins as unlikely as this, or
 * more so (Fisher 1935, "The logic of inductive inference", Journal of the Royal Statistical Society 98). Exact for
 * independent votes, whatever their number. 1 where either sample, wins or losses are empty. Costs O(fewer votes).
 */
export function fisherExact(
  own: { wins: number; losses: number },
  others: { wins: number; losses: number },
): number {
  const size = own.wins + own.losses
  const wins = own.wins + others.wins
  const losses = own.losses + others.losses
  const seen = Math.exp(
    logChoose(wins, own.wins) + logChoose(losses, own.losses) - logChoose(wins + losses, size),
  )
  // from the table seen to both ends, each chance from the one before it, in units of the one seen
  let sum = 1
  for (let won = own.wins, chance = 1; won < Math.min(size, wins); won++) {
    chance *= ((wins - won) * (size - won)) / ((won + 1) * (losses - size + won + 1))
    if (chance <= AS_LIKELY) sum += chance
  }
  for (let won = own.wins, chance = 1; won > Math.max(0, size - losses); won--) {
    chance *= (won * (losses - size + won)) / ((wins - won + 1) * (size - won + 1))
    if (chance <= AS_LIKELY) sum += chance
  }
  return Math.min(1, seen * sum)
}

const logChoose = (n: number, k: number): number => logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1)
