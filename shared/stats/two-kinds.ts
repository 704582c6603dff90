/** How many equal units the units of one kind are worth, for the scatter and for the bias of a variance. */
export interface KindWorth {
  effective: number
  unbiased: number
  /** The factor by which votes that share units of this kind increase the variance: 1 or more. */
  design: number
}

/**
 * What two kinds of units that cross each other are worth together, for the variance V_first + V_second − V_vote
 * (Cameron, Gelbach & Miller 2011), in units of V_vote: D₁ + D₂ − 1. Each part is too small by its own bias c = (G +
 * 1)/(G − 1), so the sum is too small by (D₁ + D₂ − 1)/(D₁/c₁ + D₂/c₂ − 1), where no sum is below its parts. Its
 * degrees of freedom are (D₁ + D₂ − 1)²/(D₁²/d₁ + D₂²/d₂) (Satterthwaite 1946). Both lie between those of the two
 * kinds, so two kinds of equal worth are worth as much together.
 */
export function worthOfBoth(first: KindWorth, second: KindWorth): Omit<KindWorth, 'design'> {
  const kinds = [first, second]
  const [c1, c2] = kinds.map(({ unbiased }) => biasOf(unbiased))
  const [v1, v2] = [first.design / c1, second.design / c2]
  const total = first.design + second.design - 1
  const bias = Math.max(Math.min(c1, c2), total / Math.max(v1, v2, v1 + v2 - 1))
  const fewest = Math.min(first.unbiased, second.unbiased)
  const [d1, d2] = kinds.map(({ effective }) => freedomOf(effective))
  const freedom = total ** 2 / (first.design ** 2 / d1 + second.design ** 2 / d2)
  return {
    unbiased: bias < Math.max(c1, c2) ? (bias + 1) / (bias - 1) : fewest,
    effective:
      freedom > Math.min(d1, d2)
        ? 1 + Math.min(Math.max(d1, d2), freedom)
        : Math.min(first.effective, second.effective),
  }
}

const biasOf = (units: number) => (Math.max(2, units) + 1) / (Math.max(2, units) - 1)
const freedomOf = (units: number) => Math.max(2, units) - 1
