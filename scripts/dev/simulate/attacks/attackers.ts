import { LEFT, RIGHT } from '../../../../shared/stats/fit/tally.ts'
import type { RandomStream } from '../../../../shared/stats/numbers/random.ts'
import { anyPair } from '../field/world.ts'
import { DAYS, eitherSide, SECONDS_A_DAY, type Crowd, type DrawnVote } from './crowd.ts'

/**
 * `target only`: votes on pairs with the target, skips others (Min et al. 2025). `everywhere`: also votes against the
 * stronger one of all other pairs (their omnipresent rigging). `mimicry`: votes honestly on other pairs. `sleeper`: votes
 * honestly for half of its votes, then target only. `downvotes`: target only, against a rival.
 */
export const ATTACKS = ['target only', 'everywhere', 'mimicry', 'sleeper', 'downvotes'] as const
export type AttackKind = (typeof ATTACKS)[number]

/** Where votes come from: how many a cookie casts, and whether cookies share a network. */
export const ORIGINS = {
  'one cookie': { each: Infinity, shared: true },
  'one network, 5 votes a cookie': { each: 5, shared: true },
  'many networks, 5 votes a cookie': { each: 5, shared: false },
  'many networks, 1 vote a cookie': { each: 1, shared: false },
} as const
export type Origin = keyof typeof ORIGINS

export interface Attack {
  kind: AttackKind
  origin: Origin
  /** Share of the honest votes; votes that hide the attack count too. */
  share: number
}

/** The shortest time for a vote, in seconds. */
const PACE = 15

/** The votes of the attackers, and the networks of their voters, which are numbered after the honest ones. */
export function drawAttack(
  { kind, origin, share }: Attack,
  crowd: Crowd,
  { strengths, target }: { strengths: readonly number[]; target: number },
  stream: RandomStream,
): { votes: DrawnVote[]; network: number[] } {
  const { each, shared } = ORIGINS[origin]
  const count = Math.round(share * crowd.votes.length)
  const cookies = Math.max(1, Math.ceil(count / each))
  const firstNetwork = Math.max(...crowd.network) + 1
  const network = Array.from({ length: cookies }, (_, cookie) => firstNetwork + (shared ? 0 : cookie))
  const begin = 0.8 * DAYS * stream.uniform()
  const begins = network.map(() => DAYS * stream.uniform())
  const cast = new Int32Array(cookies)
  const length = Math.ceil(count / cookies)
  const votes = Array.from({ length: count }, (_, n): DrawnVote => {
    const cookie = Math.floor(n / length)
    const place = cast[cookie]++
    const time = shared ? begin + (n * PACE) / SECONDS_A_DAY : begins[cookie] + (place * PACE) / SECONDS_A_DAY
    const isAwake = kind !== 'sleeper' || place >= Math.min(length, count - cookie * length) / 2
    const choosesTarget = kind === 'target only' || kind === 'downvotes' || (kind === 'sleeper' && isAwake)
    const pair = choosesTarget
      ? withTarget(strengths.length, target, stream)
      : anyPair(strengths.length, stream)
    const [left, right] = eitherSide(pair, stream)
    const vote = { prompt: Math.floor(crowd.promptTastes.length * stream.uniform()), left, right }
    const isOn = left === target || right === target
    const honest = !isAwake || (!isOn && kind !== 'everywhere')
    const outcome = honest
      ? crowd.decide(stream, vote)
      : isOn
        ? (left === target) === (kind !== 'downvotes')
          ? LEFT
          : RIGHT
        : strengths[left] < strengths[right]
          ? LEFT
          : RIGHT
    return { ...vote, time, voter: crowd.voters + cookie, outcome }
  })
  return { votes, network }
}

function withTarget(contestants: number, target: number, stream: RandomStream): [number, number] {
  for (;;) {
    const [left, right] = anyPair(contestants, stream)
    if (left === target || right === target) return [left, right]
  }
}
