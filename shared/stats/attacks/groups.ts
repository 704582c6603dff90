import { logSum } from './cast-votes.ts'
import type { Aim, CastVotes } from './cast-votes.ts'
import { ringsOf } from './rings.ts'
import { KINDS } from './voter-evidence.ts'
import type { VoterEvidence } from './voter-evidence.ts'

/** What the voters of a group have in common. It never depends on their choices. */
export type GroupKind = 'voter' | 'network' | 'ring' | 'burst' | 'brief' | 'everyone'

export interface Group {
  kind: GroupKind
  voters: number[]
}

/** The shares of a group that may take part in an attack. */
const SHARES: Record<Exclude<GroupKind, 'voter'>, readonly number[]> = {
  everyone: [0.003, 0.01, 0.03, 0.1],
  brief: [0.03, 0.1, 0.3, 0.6, 0.9],
  network: [0.1, 0.3, 0.6, 0.95],
  ring: [0.1, 0.3, 0.6, 0.95],
  burst: [0.1, 0.3, 0.6, 0.95],
}
/** Voters with at most this number of votes form a group. */
const BRIEF = [1, 2, 5]
/** The shortest window of consecutive votes; each next size is four times as long. */
const SHORTEST_WINDOW = 16
const LONGER = 4
const FEWEST_VOTERS = 3
/** All groups: networks, rings, bursts of voters that came and went together, voters with few votes, and everyone. */
export function groupsOf(votes: CastVotes, byVoter: readonly Int32Array[]): Group[] {
  const active = [...byVoter.keys()].filter((who) => byVoter[who].length > 0)
  return [
    ...networksOf(votes, active),
    ...ringsOf(votes).map((voters) => ({ kind: 'ring' as const, voters })),
    ...(votes.isInOrder ? burstsOf(votes, byVoter, active) : []),
    ...BRIEF.map((most) => active.filter((who) => byVoter[who].length <= most))
      .filter((own) => own.length >= FEWEST_VOTERS && own.length < active.length)
      .map((own) => ({ kind: 'brief' as const, voters: own })),
    ...(active.length >= FEWEST_VOTERS ? [{ kind: 'everyone' as const, voters: active }] : []),
  ]
}

function networksOf({ network }: CastVotes, active: readonly number[]): Group[] {
  if (!network) return []
  const voters = new Map<number, number[]>()
  for (const who of active) {
    if (network[who] < 0) continue
    const own = voters.get(network[who])
    if (own) own.push(who)
    else voters.set(network[who], [who])
  }
  return [...voters.values()].filter((own) => own.length > 1).map((own) => ({ kind: 'network', voters: own }))
}

/** Voters whose votes all lie within one window of votes; windows overlap by half. */
function burstsOf({ left }: CastVotes, byVoter: readonly Int32Array[], active: readonly number[]): Group[] {
  const groups: Group[] = []
  for (let size = SHORTEST_WINDOW; 2 * size <= left.length; size *= LONGER) {
    const windows = new Map<number, number[]>()
    for (const who of active) {
      const first = byVoter[who][0]
      const last = byVoter[who].at(-1)!
      const half = Math.floor(first / (size / 2))
      for (const window of [half - 1, half])
        if (window >= 0 && last < window * (size / 2) + size) {
          const own = windows.get(window)
          if (own) own.push(who)
          else windows.set(window, [who])
        }
    }
    for (const voters of windows.values())
      if (voters.length >= FEWEST_VOTERS) groups.push({ kind: 'burst', voters })
  }
  return groups
}

/** The evidence that voters of a group attack together, and which of them. */
export interface GroupEvidence {
  kind: GroupKind
  /** ln e-value: its exponential has mean at most 1 if all are honest. */
  logE: number
  /** The likeliest aim of such an attack. */
  aim: Aim
  /** Computes the members, each with the likeliest aim and the chance of taking part. Few groups are asked for them. */
  members: () => { voter: number; aim: Aim; chance: number }[]
}

/** ln ratios of one voter by the number of an aim: 2 · contestant + (direction < 0). */
export interface RatiosByAim {
  aims: ReadonlyMap<number, Float64Array>
  absent: Float64Array
}

export function ratiosByAim({ aims, absent }: VoterEvidence): RatiosByAim {
  const number = ({ contestant, direction }: Aim) => 2 * contestant + Number(direction < 0)
  return { aims: new Map(aims.map((one) => [number(one), one.ratios])), absent }
}

const aimOf = (number: number): Aim => ({
  contestant: number >> 1,
  direction: number % 2 === 0 ? 1 : -1,
})

/**
 * An attack has one aim and one kind, and each voter of the group takes part with one chance. The mean of the likelihood
 * ratio over aims, kinds and chances is an e-value (Vovk & Wang 2021). The same mixture gives each voter's chance of
 * taking part.
 */
export function groupEvidence(
  { kind, voters }: Group,
  contestants: number,
  ratiosOf: (voter: number) => RatiosByAim,
): GroupEvidence {
  const shares = SHARES[kind as Exclude<GroupKind, 'voter'>]
  const cells = KINDS * shares.length
  const logs = new Float64Array(2 * contestants * cells)
  const base = new Float64Array(cells)
  const own = new Float64Array(cells)
  const values = new Float64Array(cells)
  for (const voter of voters) {
    const { aims, absent } = ratiosOf(voter)
    mix(shares, absent, own)
    for (let cell = 0; cell < cells; cell++) base[cell] += own[cell]
    for (const [aim, ratios] of aims) {
      mix(shares, ratios, values)
      for (let cell = 0; cell < cells; cell++) logs[aim * cells + cell] += values[cell] - own[cell]
    }
  }
  logs.forEach((_, i) => (logs[i] += base[i % cells]))
  const total = logSum(logs)
  const weights = logs.map((value) => Math.exp(value - total))
  const perAim = Float64Array.from({ length: 2 * contestants }, (_, aim) =>
    weights.subarray(aim * cells, (aim + 1) * cells).reduce((sum, weight) => sum + weight, 0),
  )
  const chanceOf = (aim: number, ratios: Float64Array): number => {
    mix(shares, ratios, values)
    return values.reduce((chance, value, cell) => {
      const [kind, share] = [Math.floor(cell / shares.length), shares[cell % shares.length]]
      return chance + weights[aim * cells + cell] * Math.exp(Math.log(share) + ratios[kind] - value)
    }, 0)
  }
  return {
    kind,
    logE: total - Math.log(logs.length),
    aim: aimOf(perAim.indexOf(Math.max(...perAim))),
    members: () =>
      voters.map((voter) => {
        let best = { voter, aim: aimOf(0), chance: 0 }
        for (const [aim, ratios] of ratiosOf(voter).aims) {
          const chance = chanceOf(aim, ratios)
          if (chance > best.chance) best = { voter, aim: aimOf(aim), chance }
        }
        return best
      }),
  }
}

/** ln (1 − share + share · exp ratio) of each ratio with each share, written into `mixed`. */
function mix(shares: readonly number[], ratios: Float64Array, mixed: Float64Array): void {
  for (let k = 0, cell = 0; k < ratios.length; k++) {
    const ratio = ratios[k]
    const small = Math.exp(-Math.abs(ratio))
    for (const share of shares)
      mixed[cell++] =
        ratio > 0 ? ratio + Math.log(share + (1 - share) * small) : Math.log(1 - share + share * small)
  }
}
