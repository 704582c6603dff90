import { logSum } from './cast-votes.ts'
import type { Aim } from './cast-votes.ts'
import { aimOf } from './evidence.ts'
import type { Evidence } from './evidence.ts'
import type { Group, GroupKind } from './groups.ts'
import { KINDS } from './voter-evidence.ts'

/** The shares of a group that may take part in an attack. */
const SHARES: Record<Exclude<GroupKind, 'voter'>, readonly number[]> = {
  everyone: [0.003, 0.01, 0.03, 0.1],
  brief: [0.03, 0.1, 0.3, 0.6, 0.9],
  network: [0.1, 0.3, 0.6, 0.95],
  ring: [0.1, 0.3, 0.6, 0.95],
  burst: [0.1, 0.3, 0.6, 0.95],
}

/** The evidence that voters of a group attack together. */
export interface GroupEvidence {
  /** ln e-value: its exponential has mean at most 1 if all are honest. */
  logE: number
  /** The likeliest aim of such an attack. */
  aim: Aim
}

/** A voter with the likeliest aim, and the chance of taking part in the attack. */
export interface Member {
  voter: number
  aim: Aim
  chance: number
}

/**
 * The e-value of a group. An attack has one aim and one kind, and each voter of the group takes part with one chance.
 * The mean of the likelihood ratio over aims, kinds and chances is an e-value (Vovk & Wang 2021).
 */
export function groupEvidence(group: Group, contestants: number, evidence: Evidence): GroupEvidence {
  const { total, weights, cells } = mixture(group, contestants, evidence)
  const perAim = Float64Array.from({ length: 2 * contestants }, (_, aim) =>
    weights.subarray(aim * cells, (aim + 1) * cells).reduce((sum, weight) => sum + weight, 0),
  )
  return {
    logE: total - Math.log(weights.length),
    aim: aimOf(perAim.indexOf(Math.max(...perAim))),
  }
}

/** The members of a group: the mixture behind its e-value gives each voter's chance of taking part. */
export function membersOf(group: Group, contestants: number, evidence: Evidence): Member[] {
  const { weights, cells } = mixture(group, contestants, evidence)
  const shares = SHARES[group.kind]
  const values = new Float64Array(cells)
  const { start, aims, ratios } = evidence
  const chanceOf = (at: number): number => {
    mix(shares, ratios, at * KINDS, values)
    return values.reduce((chance, value, cell) => {
      const [kind, share] = [Math.floor(cell / shares.length), shares[cell % shares.length]]
      const weight = weights[aims[at] * cells + cell]
      return chance + weight * Math.exp(Math.log(share) + ratios[at * KINDS + kind] - value)
    }, 0)
  }
  return group.voters.map((voter) => {
    let best: Member = { voter, aim: aimOf(0), chance: 0 }
    for (let at = start[voter]; at < start[voter + 1]; at++) {
      const chance = chanceOf(at)
      if (chance > best.chance) best = { voter, aim: aimOf(aims[at]), chance }
    }
    return best
  })
}

/** The weights of all aims, kinds and chances, given the votes, and ln of the sum that they were divided by. */
function mixture({ kind, voters }: Group, contestants: number, evidence: Evidence) {
  const { start, aims, ratios, absent } = evidence
  const shares = SHARES[kind]
  const cells = KINDS * shares.length
  const logs = new Float64Array(2 * contestants * cells)
  const base = new Float64Array(cells)
  const own = new Float64Array(cells)
  const values = new Float64Array(cells)
  for (const voter of voters) {
    mix(shares, absent, voter * KINDS, own)
    for (let cell = 0; cell < cells; cell++) base[cell] += own[cell]
    for (let at = start[voter]; at < start[voter + 1]; at++) {
      mix(shares, ratios, at * KINDS, values)
      for (let cell = 0; cell < cells; cell++) logs[aims[at] * cells + cell] += values[cell] - own[cell]
    }
  }
  logs.forEach((_, i) => (logs[i] += base[i % cells]))
  const total = logSum(logs)
  return { total, cells, weights: logs.map((value) => Math.exp(value - total)) }
}

/** ln (1 − share + share · exp ratio) of each of `KINDS` ratios with each share, written into `mixed`. */
function mix(shares: readonly number[], ratios: Float64Array, from: number, mixed: Float64Array): void {
  for (let k = 0, cell = 0; k < KINDS; k++) {
    const ratio = ratios[from + k]
    const small = Math.exp(-Math.abs(ratio))
    for (const share of shares)
      mixed[cell++] =
        ratio > 0 ? ratio + Math.log(share + (1 - share) * small) : Math.log(1 - share + share * small)
  }
}
