import type { ReadPlan, ReadSource } from '../contracts/read-plan.ts'

/** How a plan reads a file, in short phrases such as `winner = preference`. */
interface PlanPhrases {
  columns: string[]
  outcomes: string[]
  ignored: readonly string[]
}

const sourcePhrase = (source: ReadSource): string =>
  typeof source === 'string' ? source : Array.isArray(source) ? source.join(' + ') : source.first.join(' or ')

export function planPhrases({
  columns,
  each,
  again = [],
  only = {},
  ignore,
  outcomes,
}: ReadPlan): PlanPhrases {
  const equals = ([name, meaning]: [string, string]) => (name === meaning ? name : `${name} = ${meaning}`)
  return {
    columns: [
      ...Object.entries(columns).map(([target, source]) => equals([target, sourcePhrase(source)])),
      ...(each === undefined ? [] : [`each of ${each}`]),
      ...again
        .flatMap((way) => Object.entries(way))
        .map(([target, source]) => `again ${target} = ${sourcePhrase(source)}`),
      ...Object.entries(only).map(
        ([name, values]) => `only ${name} = ${values.join(' or ').replaceAll('=', '')}`,
      ),
    ],
    outcomes: Object.entries(outcomes).map(equals),
    ignored: ignore,
  }
}
