/**
 * Kendall's τ-b of two lists of numbers for the same things (Kendall 1945, "The treatment of ties in ranking
 * problems"): (concordant − discordant) / √((n₀ − n₁)(n₀ − n₂)), with n₀ all pairs, n₁ and n₂ those tied in the
 * first and in the second list. 1 is the same order, −1 the reverse. Null if a list has only one distinct value, or
 * for fewer than two things. Costs O(n²).
 */
export function kendallTauB(a: ArrayLike<number>, b: ArrayLike<number>): number | null {
  if (a.length !== b.length) throw new RangeError(`${a.length} numbers against ${b.length}`)
  let balance = 0
  let untiedA = 0
  let untiedB = 0
  for (let i = 0; i < a.length; i++) {
    for (let j = 0; j < i; j++) {
      const [own, other] = [Math.sign(a[i] - a[j]), Math.sign(b[i] - b[j])]
      balance += own * other
      untiedA += Math.abs(own)
      untiedB += Math.abs(other)
    }
  }
  return untiedA === 0 || untiedB === 0 ? null : balance / Math.sqrt(untiedA * untiedB)
}
