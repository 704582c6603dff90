import type { Board, Ingredients } from '../../../shared/contracts/index.ts'
import { ingredientsSentence, isWithout } from '../../../shared/sentence/ingredients.ts'
import { toRating } from '../../../shared/stats/fit/likelihood.ts'
import { ballotsOf } from '../../../shared/stats/method/ballots.ts'
import { explain, type Measured } from '../../../shared/stats/method/ingredients.ts'
import type { VoteTable } from '../../../shared/votes/vote-table.ts'
import { byCodeUnits } from '../boards/canonical-order.ts'

/** A contestant with its level of each ingredient, in the order of the design. */
export interface WithFactors {
  name: string
  factors: Readonly<Record<string, string>>
}

/**
 * What the ingredients of contestants are worth, by the votes between contestants whose every ingredient is known. Prompts and
 * voters count as units wherever they are named; judges are no voters.
 */
export function ingredientsReport(
  { contestants, left, right, outcome, prompt, voter }: VoteTable,
  { view: { source }, ties, looks = 'one', seed }: Board,
  given: readonly WithFactors[],
): Ingredients {
  const factors = [...new Set(given.flatMap((one) => Object.keys(one.factors)))]
  const whole = given.filter((one) => factors.every((factor) => Object.hasOwn(one.factors, factor)))
  const known = new Map(whole.map((one) => [one.name, one.factors]))
  const isKnown = contestants.map((name) => known.has(name))
  const rows = [...outcome.keys()].filter((row) => isKnown[left[row]] && isKnown[right[row]])
  const met = new Set(rows.flatMap((row) => [contestants[left[row]], contestants[right[row]]]))
  const names = [...met].sort(byCodeUnits)
  const number = new Map(names.map((name, i) => [name, i]))
  const used = whole.filter(({ name }) => met.has(name))
  const compared = factors
    .map((factor) => ({ factor, levels: levelsIn(used.map((one) => one.factors[factor])) }))
    .filter(({ levels }) => levels.length > 1)
  const column = (of: (row: number) => number) => Int32Array.from(rows, of)
  const isByJudges = !['humans', 'all'].includes(source)
  const kinds = [prompt, ...(isByJudges ? [] : [voter])]
    .map(({ of }) => column((row) => of[row] ?? -1))
    .filter((kind) => new Set(kind.filter((unit) => unit >= 0)).size > 1)
  const numbers = (of: Int32Array) => column((row) => number.get(contestants[of[row]])!)
  const votes = {
    contestants: names.length,
    left: numbers(left),
    right: numbers(right),
    outcome: Uint8Array.from(rows, (row) => outcome[row]),
    kinds,
  }
  const design = compared.map(({ factor, levels }) =>
    Int32Array.from(names, (name) => levels.indexOf(known.get(name)![factor])),
  )
  const found = design.length > 0 ? explain(ballotsOf(votes, ties), design, { looks, seed }) : null
  const report = {
    votes: rows.length,
    withheld: found ? null : design.length > 0 ? ('no_estimate' as const) : ('nothing_to_compare' as const),
    effects: (found?.effects ?? []).map(({ factor: k, level, than, measured, because }) => {
      const { factor, levels } = compared[k]
      const unknown = { points: null, interval: null, shown: false }
      return { factor, level: levels[level], than: levels[than], ...(inPoints(measured) ?? unknown), because }
    }),
    spare: found?.spare ?? 0,
    scatter: found ? points(found.scatter) : null,
    contestants: used.map((one) => ({
      name: one.name,
      factors: { ...one.factors },
      rest: inPoints(found?.rests[number.get(one.name)!] ?? null),
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

const inPoints = (measured: Measured | null) =>
  measured && {
    points: points(measured.estimate),
    interval: measured.interval.map(points) as [number, number],
    shown: measured.shown,
  }
