import type { ReadPlan, ReadSource } from '../contracts/read-plan.ts'

/** How a plan reads a file, in short phrases such as `winner = preference`. */
interface PlanPhrases {
  columns: string[]
  outcomes: string[]
  ignored: readonly string[]
}

const sourcePhrase = (source: ReadSource): string =>
  typeof source === 'string' ? source : Array.isArray(source) ? source.join(' + ') : source.first.join(' or ')

export function planPhrases({ columns, ignore, outcomes }: ReadPlan): PlanPhrases {
  const equals = ([name, meaning]: [string, string]) => (name === meaning ? name : `${name} = ${meaning}`)
  return {
    columns: Object.entries(columns).map(([target, source]) => equals([target, sourcePhrase(source)])),
    outcomes: Object.entries(outcomes).map(equals),
    ignored: ignore,
  }
}
