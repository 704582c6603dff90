import type { Board, Ingredients } from '../../../shared/contracts/index.ts'
import { ingredientsSentence, isWithout } from '../../../shared/sentence/ingredients.ts'
import { toRating } from '../../../shared/stats/fit/likelihood.ts'
import { countedVotes } from '../../../shared/stats/fit/votes.ts'
import { fitIngredients, type MeasuredEffect } from '../../../shared/stats/compare/ingredients.ts'
import { picked, type VoteTable } from '../../../shared/votes/vote-table.ts'
import { byCodeUnits } from '../boards/canonical-order.ts'
import { numberVotes, sourceVoterKind } from '../boards/count-votes.ts'

/** A contestant with its level of each ingredient, in the order of the design. */
export interface WithFactors {
  name: string
  factors: Readonly<Record<string, string>>
}

/**
 * What the ingredients of contestants are worth, by a board of the votes between contestants whose every ingredient is known.
 */
export function ingredientsReport(
  table: VoteTable,
  { view: { source }, ties, weights, rounds, seed }: Board,
  withFactors: readonly WithFactors[],
): Ingredients {
  const { contestants, left, right, outcome } = table
  const factors = [...new Set(withFactors.flatMap((contestant) => Object.keys(contestant.factors)))]
  const complete = withFactors.filter((contestant) =>
    factors.every((factor) => Object.hasOwn(contestant.factors, factor)),
  )
  const known = new Map(complete.map((contestant) => [contestant.name, contestant.factors]))
  const isKnown = contestants.map((name) => known.has(name))
  const rows = [...outcome.keys()].filter((row) => isKnown[left[row]] && isKnown[right[row]])
  const voted = new Set(rows.flatMap((row) => [contestants[left[row]], contestants[right[row]]]))
  const names = [...voted].sort(byCodeUnits)
  const number = new Map(names.map((name, i) => [name, i]))
  const used = complete.filter(({ name }) => voted.has(name))
  const compared = factors
    .map((factor) => ({ factor, levels: levelsIn(used.map((contestant) => contestant.factors[factor])) }))
    .filter(({ levels }) => levels.length > 1)
  const voters = sourceVoterKind(source)
  const votes = numberVotes(picked(table, Int32Array.from(rows)), names, voters === 'people')
  const design = compared.map(({ factor, levels }) =>
    Int32Array.from(names, (name) => levels.indexOf(known.get(name)![factor])),
  )
  const found =
    design.length > 0
      ? fitIngredients(countedVotes(votes, ties), design, {
          weights,
          rounds,
          seed,
          looks: 'one',
          isMixed: voters === 'mixed',
        })
      : null
  const report = {
    votes: rows.length,
    withheld: found ? null : design.length > 0 ? ('no_estimate' as const) : ('nothing_to_compare' as const),
    effects: (found?.effects ?? []).map(({ factor: k, level, than, measured, because }) => {
      const { factor, levels } = compared[k]
      const unknown = { points: null, interval: null, shown: false }
      return { factor, level: levels[level], than: levels[than], ...(inPoints(measured) ?? unknown), because }
    }),
    spare: found?.spare ?? 0,
    contestants: used.map((contestant) => ({
      name: contestant.name,
      factors: { ...contestant.factors },
      rest: inPoints(found?.rests[number.get(contestant.name)!] ?? null),
    })),
  }
  return { sentence: ingredientsSentence(report), ...report }
}

/** In the order given, with levels that leave the ingredient out last. */
function levelsIn(values: readonly string[]): string[] {
  const all = [...new Set(values)]
  return [...all.filter((level) => !isWithout(level)), ...all.filter(isWithout)]
}

const points = (theta: number) => toRating(theta) - toRating(0)

const inPoints = (measured: MeasuredEffect | null) =>
  measured && {
    points: points(measured.estimate),
    interval: measured.interval.map(points) as [number, number],
    shown: measured.shown,
  }
