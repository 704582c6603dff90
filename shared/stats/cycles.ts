import { clusteredMean } from './clustered-mean.ts'
import type { Selection } from './points.ts'
import type { Tally } from './tally.ts'
import { wilsonInterval } from './wilson.ts'

/** The first beat the second, the second the third, and the third the first. */
export interface ThreeCycle {
  members: [number, number, number]
  /** The score of each against the next. A tie is half. */
  shares: [number, number, number]
}

interface Edge {
  to: number
  share: number
}

/**
 * Cycles of three contestants: each of the three win rates has its interval above ½, both the prompt-clustered one
 * of the scores and Wilson's of the decisive votes. Bradley-Terry cannot express a cycle; to the model it is noise.
 * Each pair is tested alone at 95 %, so with very many triples a few cycles come by chance. Costs one reading of
 * the cells, and O(edges · M).
 * @returns the clearest first: by the smallest of the three shares
 */
export function threeCycles(tally: Tally, { members, pairOf }: Selection): ThreeCycle[] {
  const beats: Edge[][] = Array.from({ length: tally.contestants }, () => [])
  pairOf.forEach((chosen, pair) => {
    if (chosen < 0) return
    const [first, second] = [tally.first[pair], tally.second[pair]]
    const share = clearShare(tally, pair)
    if (share !== null && share > 0.5) beats[first].push({ to: second, share })
    if (share !== null && share < 0.5) beats[second].push({ to: first, share: 1 - share })
  })
  const cycles: ThreeCycle[] = []
  for (const a of members) {
    const back = new Map<number, number>()
    for (const c of members)
      for (const { to, share } of c > a ? beats[c] : []) if (to === a) back.set(c, share)
    for (const { to: b, share: one } of beats[a]) {
      if (b < a) continue
      for (const { to: c, share: two } of beats[b]) {
        const three = back.get(c)
        if (c > a && three !== undefined) cycles.push({ members: [a, b, c], shares: [one, two, three] })
      }
    }
  }
  return cycles.sort((x, y) => Math.min(...y.shares) - Math.min(...x.shares))
}

/** The score of the first of a pair, if both intervals exclude ½; else null. */
function clearShare(tally: Tally, pair: number): number | null {
  const [wins, losses, ties] = [tally.firstWins[pair], tally.secondWins[pair], tally.ties[pair]]
  const wilson = wilsonInterval(wins, wins + losses)
  if (!wilson || (wilson[0] <= 0.5 && wilson[1] >= 0.5)) return null
  const share = (wins + ties / 2) / (wins + losses + ties)
  const { scores, units } = scoresOf(tally, pair)
  const mean = clusteredMean(scores, units)!
  if (mean.units < 2 || (mean.interval && mean.interval[0] <= 0.5 && mean.interval[1] >= 0.5)) return null
  return share
}

/** Score and unit of each vote of a pair. Without units each vote is its own unit. */
function scoresOf(tally: Tally, pair: number): { scores: number[]; units: number[] } {
  const scores: number[] = []
  const units: number[] = []
  const { units: cells, firstWins, secondWins, ties } = tally
  const counts = [firstWins[pair], secondWins[pair], ties[pair]]
  for (let outcome = 0; outcome < 3; outcome++) {
    const score = SCORES[outcome]
    if (!cells) for (let vote = 0; vote < counts[outcome]; vote++) units.push(scores.push(score))
    else
      for (let cell = cells.start[3 * pair + outcome]; cell < cells.start[3 * pair + outcome + 1]; cell++)
        for (let vote = 0; vote < cells.count[cell]; vote++) {
          scores.push(score)
          units.push(cells.unit[cell])
        }
  }
  return { scores, units }
}

const SCORES = [1, 0, 0.5]
