/** A source as written in an address, a file or an option: `people`, `judge:NAME` and so on. */
import type { VoteSource } from './votes.ts'
import type { ArenaDetail } from './arena.ts'
import type { Looks, View } from './board-parts.ts'
import { PEOPLE, storedSource } from './source-names.ts'

export { PEOPLE, presentSource, storedSource } from './source-names.ts'

const JUDGE = 'judge:'

const KINDS: Readonly<Record<string, readonly VoteSource[]>> = {
  [PEOPLE]: ['human'],
  judges: ['judge'],
  all: ['human', 'judge', 'result'],
  simulated: ['simulated'],
  live: ['live'],
}

/** Whether a person cast it here, on the arena's prompts or on their own. */
export const isPersonSource = (source: VoteSource): boolean => source === 'human' || source === 'live'

export interface ParsedSource {
  /** The kinds of voters it includes. */
  kinds: readonly VoteSource[]
  /** The only judge it includes. Null: any. */
  judge: string | null
}

/** Parses a source. Null: not a source. */
export function parseSource(source: string): ParsedSource | null {
  const judge = judgeOfSource(source)
  if (judge !== null) return { kinds: ['judge'], judge }
  return Object.hasOwn(KINDS, source) ? { kinds: KINDS[source], judge: null } : null
}

/** The name in `judge:NAME`. Null for every other source, and for none. */
export const judgeOfSource = (source: string | null | undefined): string | null =>
  source?.startsWith(JUDGE) && source.length > JUDGE.length ? source.slice(JUDGE.length) : null

/** Matches the sources that an address may name: these by any name of theirs, one judge, or none. */
export const sourcePattern = (...names: string[]): RegExp =>
  new RegExp(
    `^(${names.flatMap((name) => [...new Set([name, storedSource(name)])]).join('|')}|${JUDGE}.{1,200}|)$`,
  )

/** The source of one judge's votes. */
export const sourceOfJudge = (name: string): string => JUDGE + name

/**
 * A distinct text for each view, the key of stored boards. Boards for one look are separate views.
 */
export const viewKey = ({
  source,
  criterion,
  category,
  from,
  to,
  group,
  looks,
}: View & { looks: Looks }): string =>
  JSON.stringify([
    storedSource(source),
    criterion,
    category,
    from,
    to,
    ...(group === undefined ? [] : [`group ${group}`]),
    ...(looks === 'one' ? [looks] : []),
  ])

/**
 * Since when people can no longer vote, ISO 8601. Null: they can, or a board of `source` does not count their votes.
 * @param now milliseconds since 1970: an end that came after the arena was described counts, too
 */
export function votingClosedSince(
  arena: Pick<ArenaDetail, 'closedAt' | 'decides'> | null | undefined,
  now: number,
  source = PEOPLE,
): string | null {
  if (!parseSource(source)?.kinds.some(isPersonSource)) return null
  const end = arena?.decides?.afterwards === 'close' ? arena.decides.at : null
  return arena?.closedAt ?? (end !== null && now >= Date.parse(end) ? end : null)
}

/** Whether the board of a source rests on people's votes. Only those can show an effect of the side on the screen. */
export const isOfPeople = (source: string): boolean =>
  parseSource(source)?.kinds.every(isPersonSource) ?? false
