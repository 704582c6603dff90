import type { CastVotes, VotesByVoter } from './cast-votes.ts'
import { ringsOf } from './rings.ts'

/** What the voters of a group have in common. It never depends on their choices. */
export type GroupKind = 'voter' | 'network' | 'ring' | 'burst' | 'brief' | 'everyone'

export interface Group {
  kind: Exclude<GroupKind, 'voter'>
  voters: number[]
}

/** Voters with at most this number of votes form a group. */
const BRIEF = [1, 2, 5]
/** The shortest window of consecutive votes; each next size is four times as long. */
const SHORTEST_WINDOW = 16
const LONGER = 4
const FEWEST_VOTERS = 3

/** All groups: networks, rings, bursts of voters that came and went together, voters with few votes, and everyone. */
export function groupsOf(votes: CastVotes, byVoter: VotesByVoter): Group[] {
  const active: number[] = []
  for (let who = 0; who < byVoter.voters; who++) if (byVoter.count(who) > 0) active.push(who)
  return [
    ...networksOf(votes, active),
    ...ringsOf(votes).map((voters) => ({ kind: 'ring' as const, voters })),
    ...(votes.isInOrder ? burstsOf(votes, byVoter, active) : []),
    ...BRIEF.map((most) => active.filter((who) => byVoter.count(who) <= most))
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
function burstsOf({ left }: CastVotes, byVoter: VotesByVoter, active: readonly number[]): Group[] {
  const groups: Group[] = []
  for (let size = SHORTEST_WINDOW; 2 * size <= left.length; size *= LONGER) {
    const windows = new Map<number, number[]>()
    for (const who of active) {
      const own = byVoter.of(who)
      const [first, last] = [own[0], own[own.length - 1]]
      const half = Math.floor(first / (size / 2))
      for (const window of [half - 1, half])
        if (window >= 0 && last < window * (size / 2) + size) {
          const voters = windows.get(window)
          if (voters) voters.push(who)
          else windows.set(window, [who])
        }
    }
    for (const voters of windows.values())
      if (voters.length >= FEWEST_VOTERS) groups.push({ kind: 'burst', voters })
  }
  return groups
}
