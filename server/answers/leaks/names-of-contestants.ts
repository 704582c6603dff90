/** The names by which the answers of an arena could give themselves away, beside those that everybody knows. */
import { createHash } from 'node:crypto'
import type { LeakSettings } from '../../../shared/contracts/index.ts'
import type { TellingName } from './known-names.ts'

/** Changes with every change of what is found, so that stored answers are searched again. */
export const LEAK_RULES = '1'

export interface NamedContestant {
  id: number
  name: string
  model: string | null
  system: string | null
  family: string | null
  owner: string | null
}

/** Shorter names are met by chance. */
const SHORTEST_NAME = 3

/** How a system prompt says who answers. */
const PERSONA =
  /(?:\byou are|\byour name is|\bdu bist|\bdu heißt|\bdein name ist|\btu es|\btu t['’]appelles|\beres|\bte llamas|\bvocê é|\bsei|\bti chiami|\bje bent|\bjesteś)(?: called| named)? ((?:\p{Lu}[\p{L}\d]+)(?:[ -][\p{Lu}\d][\p{L}\d.]*)*)/giu

/**
 * The names of one contestant: its own, its model, family and owner, who it is by its system prompt, and what the arena
 * lists.
 * @param shared personas that do not distinguish contestants
 */
export function namesOfContestant(
  contestant: NamedContestant,
  shared: ReadonlySet<string>,
  settings: LeakSettings = {},
): TellingName[] {
  const { name, model, system, family, owner } = contestant
  const own = [
    name,
    model?.split('/').at(-1) ?? '',
    ...personasIn(system ?? '').filter((persona) => !shared.has(persona)),
  ]
  const listed = [...(settings.words ?? []), ...(settings.of?.[name] ?? [])]
  return [
    ...own.filter(isDistinctive).map((one) => exact(one, 'model')),
    ...[family, owner].filter((one) => one !== null && isDistinctive(one)).map((one) => exact(one!, 'maker')),
    ...listed.flatMap((one) => [exact(one, 'model'), exact(one, 'maker')]),
  ]
}

/** Personas of all contestants with a system prompt, where several have one. */
export function sharedPersonas(all: readonly NamedContestant[]): ReadonlySet<string> {
  const [first, ...others] = all.map(({ system }) => system).filter((system) => system !== null)
  if (first === undefined || others.length === 0) return new Set()
  return new Set(
    personasIn(first).filter((one) => others.every((system) => personasIn(system).includes(one))),
  )
}

/** A short text that is equal where the same texts would be found. */
export const rulesOf = (names: readonly TellingName[], settings: LeakSettings = {}): string =>
  settings.find === false
    ? 'off'
    : `${LEAK_RULES}:${createHash('sha256').update(JSON.stringify(names)).digest('hex').slice(0, 16)}`

const personasIn = (system: string): string[] =>
  [...system.matchAll(PERSONA)].map((match) => match[1]).filter((one) => /^\p{Lu}/u.test(one))

/** A plain word in lower case, such as `concise`, is met in answers that say nothing of themselves. */
const isDistinctive = (name: string): boolean =>
  name.length >= SHORTEST_NAME && /[\p{Lu}\p{Lo}\d]/u.test(name)

const exact = (name: string, of: TellingName['of']): TellingName => ({ name, of, exact: true })
