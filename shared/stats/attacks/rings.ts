import type { CastVotes } from './cast-votes.ts'

/** Two voters are linked if they share at least this number of battles … */
const FEWEST_SHARED = 3
/** … and random draws would link any pair of all voters with at most this chance. */
const BY_CHANCE = 0.01
/** A battle that this number of voters saw links none of them. */
const MOST_SEEN = 40

/**
 * Groups of voters that saw the same battles, pair and prompt, more often than chance explains. Each voter is linked to
 * one of the others. Their choices play no part. Empty if prompts are not known.
 */
export function ringsOf(votes: CastVotes): number[][] {
  const { left, right, voter, voters, prompt, contestants } = votes
  if (!prompt) return []
  const seenBy = new Map<number, Set<number>>()
  const counts = new Float64Array(voters)
  let [all, squares] = [0, 0]
  const times = new Map<number, number>()
  left.forEach((own, vote) => {
    if (voter[vote] < 0 || prompt[vote] < 0) return
    const [i, j] = own < right[vote] ? [own, right[vote]] : [right[vote], own]
    const battle = (prompt[vote] * contestants + i) * contestants + j
    const by = seenBy.get(battle) ?? new Set()
    if (by.size <= MOST_SEEN) by.add(voter[vote])
    seenBy.set(battle, by)
    times.set(battle, (times.get(battle) ?? 0) + 1)
    counts[voter[vote]]++
    all++
  })
  for (const count of times.values()) squares += (count / all) ** 2
  const shared = new Map<number, number>()
  for (const by of seenBy.values()) {
    if (by.size < 2 || by.size > MOST_SEEN) continue
    const sorted = [...by].sort((a, b) => a - b)
    sorted.forEach((a, i) => {
      for (const b of sorted.slice(i + 1)) shared.set(a * voters + b, (shared.get(a * voters + b) ?? 0) + 1)
    })
  }
  const active = counts.filter((count) => count > 0).length
  const limit = Math.log(BY_CHANCE / Math.max(1, (active * (active - 1)) / 2))
  const root = Int32Array.from({ length: voters }, (_, who) => who)
  const rootOf = (who: number): number => (root[who] === who ? who : (root[who] = rootOf(root[who])))
  for (const [pair, count] of shared) {
    const [a, b] = [Math.floor(pair / voters), pair % voters]
    if (count >= FEWEST_SHARED && logTailBound(count, counts[a] * counts[b] * squares) <= limit)
      root[rootOf(a)] = rootOf(b)
  }
  const linked = new Set<number>()
  for (let who = 0; who < voters; who++) if (rootOf(who) !== who) linked.add(rootOf(who))
  const groups = new Map<number, number[]>()
  for (let who = 0; who < voters; who++) {
    if (!linked.has(rootOf(who))) continue
    const own = groups.get(rootOf(who))
    if (own) own.push(who)
    else groups.set(rootOf(who), [who])
  }
  return [...groups.values()]
}

/** ln of Chernoff's bound of P(X ≥ count) for a Poisson variable with this mean. */
const logTailBound = (count: number, mean: number) =>
  count <= mean ? 0 : count - mean - count * Math.log(count / mean)
