import type { BoardVotes } from './votes.ts'
import { countUnits, kish, sumByUnit, weighVotes } from './weights.ts'

/** With fewer effective people a board says something about these people alone. */
export const FEW_PEOPLE = 8
/** With fewer effective prompts, where people are many, a board says something about these prompts alone. */
export const FEW_PROMPTS = 5

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
}

/**
 * Chooses the kinds of units of a board: prompts and people where both are many enough. Judges are never units, so a board
 * of theirs has prompts, however few they are.
 *
 * @param isWeighted  false: every vote weighs the same
 */
export function chooseUnits(
  { contestants, outcome, prompt, person }: BoardVotes,
  isWeighted = true,
): ChosenUnits {
  const prompts = isNamed(prompt) ? prompt : null
  const people = isNamed(person) ? person : null
  const named = [prompts, people].filter((unit) => unit !== null)
  const weight = isWeighted
    ? weighVotes(outcome.length, named, contestants)
    : new Float64Array(outcome.length).fill(1)
  const effective = {
    prompt: prompts && kish(sumByUnit(prompts, weight)),
    voter: people && kish(sumByUnit(people, weight)),
  }
  const counts = { prompt: countNamed(prompts), voter: countNamed(people) }
  const choose = (kinds: UnitKind[], speaksFor: ChosenUnits['speaksFor'] = null): ChosenUnits => ({
    kinds,
    speaksFor,
    effective,
    counts,
  })
  if (!people) return choose(prompts ? ['prompt'] : [])
  const arePromptsMany = (effective.prompt ?? 0) >= FEW_PROMPTS
  if ((effective.voter ?? 0) < FEW_PEOPLE) return choose(arePromptsMany ? ['prompt'] : [], 'these_people')
  if (prompts && !arePromptsMany) return choose(['voter'], 'these_prompts')
  return choose(prompts ? ['prompt', 'voter'] : ['voter'])
}

function isNamed(unit: Int32Array | null): unit is Int32Array {
  return unit !== null && unit.some((value) => value >= 0)
}

const countNamed = (unit: Int32Array | null): number =>
  unit ? countUnits(unit).reduce((units, votes) => units + (votes > 0 ? 1 : 0), 0) : 0
