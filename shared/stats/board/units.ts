import { countingSort, take, type Votes } from '../fit/votes.ts'
import { countUnits, kish, sumByUnit, weighVotes } from './weights.ts'

/** With fewer effective people a board says something about these people alone. */
export const FEW_PEOPLE = 8
/** With fewer effective prompts, where people are many, a board says something about these prompts alone. */
const FEW_PROMPTS = 5

export type UnitKind = 'prompt' | 'voter'

/** What a board resamples, and of whom it can tell. */
export interface ChosenUnits {
  kinds: UnitKind[]
  /** Whom the board tells about, if not about prompts and people like these. */
  speaksFor: 'these_people' | 'these_prompts' | null
  /** Kish numbers over all votes, with their weights. Null: votes name none. */
  effective: { prompt: number | null; voter: number | null }
  /** Prompts and people that occur in votes. */
  counts: { prompt: number; voter: number }
  /** The person with most votes, and the share of all weight that they have. Null: votes name nobody. */
  busiest: { votes: number; share: number } | null
}

/**
 * Chooses the kinds of units of a board: prompts and people where both are many enough. Judges are never units, so a board
 * of theirs has prompts, however few they are.
 *
 * @param isWeighted  false: every vote weighs the same
 */
export function chooseUnits(votes: Votes, isWeighted = true): ChosenUnits {
  const { contestants, outcome } = votes
  const prompts = isNamed(votes.prompt) ? votes.prompt : null
  const people = isNamed(votes.person) ? votes.person : null
  const named = [prompts, people].filter((unit) => unit !== null)
  // without people, all votes of one prompt weigh the same, so their order changes no sum
  const units = people ? sortedUnits(named) : named
  const weight = isWeighted
    ? weighVotes(outcome.length, units, contestants)
    : new Float64Array(outcome.length).fill(1)
  const effective = {
    prompt: prompts && kish(sumByUnit(units[0], weight)),
    voter: people && kish(sumByUnit(units.at(-1)!, weight)),
  }
  const counts = { prompt: countNamed(prompts), voter: countNamed(people) }
  const busiest = people && busiestUnit(units.at(-1)!, weight)
  const choose = (kinds: UnitKind[], speaksFor: ChosenUnits['speaksFor'] = null): ChosenUnits => ({
    kinds,
    speaksFor,
    effective,
    counts,
    busiest,
  })
  if (!people) return choose(prompts ? ['prompt'] : [])
  const arePromptsMany = (effective.prompt ?? 0) >= FEW_PROMPTS
  if ((effective.voter ?? 0) < FEW_PEOPLE) return choose(arePromptsMany ? ['prompt'] : [], 'these_people')
  if (prompts && !arePromptsMany) return choose(['voter'], 'these_prompts')
  return choose(prompts ? ['prompt', 'voter'] : ['voter'])
}

/** The same units of votes in an order of their own, so that sums are rounded in one way however votes came. */
function sortedUnits(kinds: readonly Int32Array[]): readonly Int32Array[] {
  let order = new Int32Array(kinds[0].length).map((_, place) => place)
  for (const kind of kinds) order = countingSort(kind, order)
  return kinds.map((kind) => take(kind, order))
}

function busiestUnit(unit: Int32Array, weight: Float64Array): { votes: number; share: number } {
  const votes = countUnits(unit)
  const most = votes.reduce((best, count, number) => (count > votes[best] ? number : best), 0)
  const all = weight.reduce((sum, value) => sum + value, 0)
  return { votes: votes[most], share: sumByUnit(unit, weight)[most] / all }
}

/** Whether any vote names a unit of this kind. */
export function isNamed(unit: Int32Array | null): unit is Int32Array {
  return unit !== null && unit.some((value) => value >= 0)
}

/** The number of units of the kind that has fewest, where a vote without a name is one of its own; without a kind, of votes. */
export function countFewest({ outcome, prompt, person }: Votes, kinds: readonly UnitKind[]): number {
  const counts = kinds.map((kind) => {
    const unit = (kind === 'prompt' ? prompt : person)!
    return countNamed(unit) + unit.filter((value) => value < 0).length
  })
  return Math.min(outcome.length, ...counts)
}

const countNamed = (unit: Int32Array | null): number =>
  unit ? countUnits(unit).reduce((units, votes) => units + (votes > 0 ? 1 : 0), 0) : 0
