import { wilsonInterval } from './wilson.ts'

/** How far two raters agree on the same things. */
export interface Agreement {
  /** Things that both rated. */
  shared: number
  agreed: number
  /** agreed / shared. Null if nothing is shared. */
  share: number | null
  /** Wilson, 95 %. */
  interval: [number, number] | null
  /** Cohen's κ. Null if both use only one class, so that chance explains everything. */
  kappa: number | null
}

/**
 * Agreement of two raters on the same things, and Cohen's κ (Cohen 1960, "A coefficient of agreement for nominal
 * scales", formula 1): κ = (p_o − p_e) / (1 − p_e), p_e from the two raters' own shares of each class. Assumes that
 * things are independent and classes unordered (a tie is a class like the others). Costs one pass.
 * @param pairs  the two ratings of each thing, and how many things have them (default 1)
 */
export function agreementOf<T>(pairs: Iterable<readonly [T, T, count?: number]>): Agreement {
  const firstCounts = new Map<T, number>()
  const secondCounts = new Map<T, number>()
  let shared = 0
  let agreed = 0
  for (const [a, b, count = 1] of pairs) {
    firstCounts.set(a, (firstCounts.get(a) ?? 0) + count)
    secondCounts.set(b, (secondCounts.get(b) ?? 0) + count)
    shared += count
    if (a === b) agreed += count
  }
  let byChance = 0
  for (const [verdict, count] of firstCounts)
    byChance += (count * (secondCounts.get(verdict) ?? 0)) / shared ** 2
  const share = shared > 0 ? agreed / shared : null
  return {
    shared,
    agreed,
    share,
    interval: wilsonInterval(agreed, shared),
    kappa: share === null || 1 - byChance < 1e-12 ? null : (share - byChance) / (1 - byChance),
  }
}
