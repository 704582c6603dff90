import { LEFT, RIGHT, TIE, type VoteColumns } from '../../../../shared/stats/fit/tally.ts'
import { sigmoid } from '../../../../shared/stats/fit/likelihood.ts'
import type { RandomStream } from '../../../../shared/stats/numbers/random.ts'
import { likings, ofCategory, type By, type World } from '../field/world.ts'

/** A board that is looked at while its votes come in. */
export interface Life {
  group: string
  name: string
  strengths: number[]
  /** The share of ties between equals. */
  ties: number
  by: By
  /**
   * Votes get random prompts, or prompts come one after another with equally many votes. `spread` is the standard
   * deviation of a prompt's preferences, in logits.
   */
  prompts: { count: number; spread: number; oneAfterAnother?: boolean }
  /** Draws what prompts like in each contestant, instead of normal effects. */
  promptEffects?: World['promptEffects']
  /** Five voters arrive at a time, cast `votes` votes each, and leave. */
  voters: { votes: number; spread: number }
  /** For each contestant, the part of the life in which it is shown. Null: all are always shown. */
  shown: [from: number, until: number][] | null
  /** When, as a share of the life, a tenth of the voters is quarantined with all their votes, and which voters. */
  quarantine: { at: number; who: 'any' | 'those who contradict the board' } | null
  /**
   * The prompts have this many categories in turn. Each has a board of its own besides the board of all votes; all are
   * watched, and they hold each alone or all together.
   */
  categories: { count: number; held: 'each alone' | 'together' } | null
  /** The votes on each contestant at the end, if all were always shown. */
  votesEach: number
  promised: boolean
  /** The default number of lives. */
  lives: number
}

/** The votes of one life in the order of their arrival, and which of them are quarantined later. */
export interface LifeVotes {
  votes: VoteColumns & { crossed: { unit: Int32Array; units: number } }
  takenOut: Uint8Array
}

const VOTERS_AT_A_TIME = 5

export function votesOfLife({ strengths, votesEach }: Life): number {
  return Math.round((strengths.length * votesEach) / 2)
}

/** Draws a whole life. */
export function drawLife(life: Life, stream: RandomStream): LifeVotes {
  const { strengths, ties, prompts, voters, shown, quarantine } = life
  const total = votesOfLife(life)
  const perShift = VOTERS_AT_A_TIME * voters.votes
  const voterCount = VOTERS_AT_A_TIME * Math.ceil(total / perShift)
  const byPrompt =
    life.promptEffects?.(prompts.count, stream) ??
    likings(prompts.count, strengths.length, prompts.spread, stream)
  const byVoter = likings(voterCount, strengths.length, voters.spread, stream)
  const columns = () => new Int32Array(total)
  const [left, right, unit, voter] = [columns(), columns(), columns(), columns()]
  const outcome = new Uint8Array(total)
  const against = new Float64Array(voterCount)
  const points = new Float64Array(strengths.length)
  for (let vote = 0; vote < total; vote++) {
    const isShown = (i: number) => !shown || (shown[i][0] <= vote / total && vote / total < shown[i][1])
    const shownNow = strengths.flatMap((_, i) => (isShown(i) ? [i] : []))
    const i = shownNow.splice(Math.floor(stream.uniform() * shownNow.length), 1)[0]
    const j = shownNow[Math.floor(stream.uniform() * shownNow.length)]
    const promptPlace = prompts.oneAfterAnother ? vote / total : stream.uniform()
    unit[vote] = Math.floor(promptPlace * prompts.count)
    voter[vote] =
      VOTERS_AT_A_TIME * Math.floor(vote / perShift) + Math.floor(stream.uniform() * VOTERS_AT_A_TIME)
    const lead = (one: number) => strengths[one] + byPrompt[unit[vote]][one] + byVoter[voter[vote]][one]
    const chance = sigmoid(lead(i) - lead(j))
    // the expected score is the same with ties and without
    const tie = 4 * ties * chance * (1 - chance)
    const drawn = stream.uniform()
    left[vote] = i
    right[vote] = j
    outcome[vote] = drawn < tie ? TIE : drawn < tie / 2 + chance ? LEFT : RIGHT
    const gain = outcome[vote] === TIE ? 0 : outcome[vote] === LEFT ? 1 : -1
    if (quarantine && vote < quarantine.at * total) {
      against[voter[vote]] -= gain * Math.sign(points[i] - points[j])
      points[i] += gain
      points[j] -= gain
    }
  }
  const order = Array.from(against.keys())
  if (quarantine?.who === 'any') order.sort((a, b) => ((a * 7919) % 1009) - ((b * 7919) % 1009))
  else order.sort((a, b) => against[b] - against[a])
  const out = new Set(quarantine ? order.slice(0, Math.round(voterCount / 10)) : [])
  return {
    votes: {
      contestants: strengths.length,
      units: life.by === 'vote' ? total : prompts.count,
      left,
      right,
      outcome,
      unit: life.by === 'vote' ? Int32Array.from(left.keys()) : unit,
      crossed: { unit: voter, units: voterCount },
    },
    takenOut: Uint8Array.from(voter, (one) => (out.has(one) ? 1 : 0)),
  }
}

/** The life of each board that is watched: of all votes, then of each category. */
export function boardsOf(life: Life, lifeVotes: LifeVotes): { life: Life; lifeVotes: LifeVotes }[] {
  const count = life.categories?.count ?? 0
  const { votes, takenOut } = lifeVotes
  const ofCategories = Array.from({ length: count }, (_, category) => {
    const { crossed, ...own } = ofCategory(votes, category, count)
    const board: LifeVotes = {
      votes: { ...own, crossed: crossed! },
      takenOut: takenOut.filter((_out, vote) => votes.unit[vote] % count === category),
    }
    const votesEach = (2 * own.left.length) / life.strengths.length
    return { life: { ...life, votesEach }, lifeVotes: board }
  })
  return [{ life, lifeVotes }, ...ofCategories]
}

/** The votes that count after the first `count` votes, by the units of the life. */
export function countedVotes(life: Life, { votes, takenOut }: LifeVotes, count: number): VoteColumns {
  const { by, quarantine } = life
  const isLate = quarantine !== null && count >= quarantine.at * votes.left.length
  const cut = <Column extends Int32Array | Uint8Array>(column: Column) => {
    const until = column.subarray(0, count) as Column
    return isLate ? (until.filter((_, vote) => !takenOut[vote]) as Column) : until
  }
  const { contestants, crossed } = votes
  const voter = { unit: cut(crossed.unit), units: crossed.units }
  const columns = { contestants, left: cut(votes.left), right: cut(votes.right), outcome: cut(votes.outcome) }
  if (by === 'voter') return { ...columns, ...voter }
  const own = { ...columns, unit: cut(votes.unit), units: votes.units }
  return by === 'both' ? { ...own, crossed: voter } : own
}
