/** From votes to what a board counts: the unit of resampling, numbers of contestants and units, and the tally. */
import type { UnitKind } from '../../../shared/stats/board/units.ts'
import type { Votes } from '../../../shared/stats/fit/votes.ts'
import { boardUnits } from '../../../shared/stats/board/rate-board.ts'
import type { Cluster, View, VoteSource, Warning } from '../../../shared/contracts/index.ts'
import { parseSource } from '../../../shared/contracts/source.ts'
import { type VoteTable, type Texts, unitTexts } from '../../../shared/votes/vote-table.ts'
import { byCodeUnits, inCanonicalOrder, nameRanks, votesSha256 } from './canonical-order.ts'
import { msg, warning } from '../../../shared/messages/index.ts'

/** Votes as a board needs them: counted, with contestants and units numbered by their sorted names. */
export interface CountedVotes {
  /** All contestants, sorted. A contestant's number is its index. */
  names: readonly string[]
  votes: number
  /** How many different ones the votes name; null if no vote names any. */
  voters: number | null
  prompts: number | null
  /** How many groups of prompts there are, if these are the units; a prompt without a group is one of its own. */
  groups?: number | undefined
  cluster: Cluster
  /** The number of resampling units; 0 if votes are resampled one by one. */
  units: number
  /** The number of voters, if prompts and voters are resampled together. */
  crossedUnits: number | undefined
  /**
   * (Σm)² / Σm² over the votes m on each unit; with two kinds of units, the smaller value. 0 if votes are resampled
   * one by one.
   */
  effectiveUnits: number
  /** The votes of all contestants, numbered by their sorted names. */
  numbered: Votes
  /** Whether people and judges voted. */
  isMixed: boolean
  /** The units that were asked for; undefined: those that the votes allow. */
  kinds: UnitKind[] | undefined
  /** Warnings about the resampling unit. */
  warnings: readonly Warning[]
  /** Hashes the votes. It takes as long as counting them, and reports need no hash. */
  sha256: () => string
}

/** What a board counts, and by which units. */
export interface CountOptions {
  view: Pick<View, 'source'>
  /** Contestants that are on the board even without a vote. */
  contestants?: readonly { name: string }[] | undefined
  /** Null: chosen from what votes name. */
  cluster?: Cluster | null | undefined
  weights?: 'units' | 'votes' | undefined
}

/** Counts votes as the source of their view asks. */
export function countVotes(
  table: VoteTable,
  { view, contestants = [], cluster: requestedCluster = null, weights = 'units' }: CountOptions,
): CountedVotes {
  const { votes, promptGroup } = table
  const names = [...new Set([...contestants.map(({ name }) => name), ...table.contestants])].sort(byCodeUnits)
  const voterKind = sourceVoterKind(view.source)
  const units = {
    prompt: countUnits(votes, unitTexts(table, 'prompt')),
    voter: countUnits(votes, table.voter),
  }
  const isMixed = voterKind === 'mixed'
  const kinds = requestedCluster === null ? undefined : kindsOfCluster(requestedCluster)
  const numbered = numberVotes(table, names, voterKind === 'people' || (kinds ?? []).includes('voter'))
  const possible = requestedCluster ?? clusterOfKinds(boardUnits(numbered, { isMixed, kinds, weights }).kinds)
  const cluster = namedCluster(possible, votes, units)
  const used = UNITS_OF[cluster].map((kind) => units[kind])
  return {
    names,
    votes,
    voters: units.voter.count || null,
    prompts: nameRanks(table.prompt).count || null,
    ...(promptGroup !== undefined &&
      (cluster === 'prompt' || cluster === 'both') && { groups: units.prompt.count }),
    cluster,
    units: used[0]?.all ?? 0,
    crossedUnits: used[1]?.all,
    effectiveUnits: used.length > 0 ? Math.min(...used.map(({ effective }) => effective)) : 0,
    numbered,
    isMixed,
    kinds,
    warnings: unitWarnings(possible, votes, units, { isMixed, isRequested: requestedCluster !== null }),
    sha256: () => votesSha256(table, inCanonicalOrder(table, cluster), cluster),
  }
}

export const kindsOfCluster = (cluster: Cluster): UnitKind[] => [...UNITS_OF[cluster]]

export const clusterOfKinds = (kinds: readonly UnitKind[]): Cluster =>
  kinds.length === 2 ? 'both' : (kinds[0] ?? 'vote')

/**
 * Votes with contestants, prompts and people numbered by their sorted names, so that the order of votes or names cannot change
 * a result.
 * @param names  all contestants, sorted
 * @param hasPeople  whether voters are people, who can be units
 */
export function numberVotes(table: VoteTable, names: readonly string[], hasPeople: boolean): Votes {
  const numbers = new Map(names.map((name, i) => [name, i]))
  const number = Int32Array.from(table.contestants, (name) => numbers.get(name)!)
  return {
    contestants: names.length,
    left: table.left.map((contestant) => number[contestant]),
    right: table.right.map((contestant) => number[contestant]),
    outcome: table.outcome,
    prompt: numberUnits(unitTexts(table, 'prompt')),
    person: hasPeople ? numberUnits(table.voter) : null,
  }
}

/** Null if no vote names one. */
function numberUnits(texts: Texts): Int32Array | null {
  if (texts.codes.length === 0) return null
  const { ranks } = nameRanks(texts)
  return texts.codes.map((number) => (number >= 0 ? ranks[number] : -1))
}

const UNITS_OF: Record<Cluster, readonly ('prompt' | 'voter')[]> = {
  vote: [],
  prompt: ['prompt'],
  voter: ['voter'],
  both: ['prompt', 'voter'],
}

// The unit by which votes are resampled.

/** How many votes name their prompt (or voter), and how votes are spread over prompts (or voters). */
interface UnitCounts {
  namedVotes: number
  /** The number of different prompts or voters. */
  count: number
  /** The same, with each vote without a name as a unit of its own. */
  all: number
  /** (Σm)² / Σm² over the votes m of all units (Kish 1965). */
  effective: number
}

function countUnits(votes: number, { names, codes }: Texts): UnitCounts {
  const votesByUnit = new Int32Array(names.length)
  for (const number of codes) if (number >= 0) votesByUnit[number]++
  let [namedVotes, count, squares] = [0, 0, 0]
  for (const ofUnit of votesByUnit) {
    namedVotes += ofUnit
    count += Number(ofUnit > 0)
    squares += ofUnit * ofUnit
  }
  const unnamed = votes - namedVotes
  return {
    namedVotes,
    count,
    all: count + unnamed,
    effective: votes > 0 ? votes ** 2 / (squares + unnamed) : 0,
  }
}

type PossibleUnits = Record<UnitKind, UnitCounts>

/** The unit without the kinds that no vote names. */
const namedCluster = (cluster: Cluster, votes: number, units: PossibleUnits): Cluster =>
  votes === 0 && cluster !== 'both'
    ? cluster
    : clusterOfKinds(UNITS_OF[cluster].filter((kind) => units[kind].namedVotes > 0))

/** What votes do not name of the units that were asked for, or of those that are natural. Single votes are units as good as any if asked for. */
function unitWarnings(
  cluster: Cluster,
  votes: number,
  units: PossibleUnits,
  { isMixed, isRequested }: { isMixed: boolean; isRequested: boolean },
): Warning[] {
  const kinds = cluster === 'vote' && !isRequested ? (['prompt'] as const) : UNITS_OF[cluster]
  return kinds.flatMap((kind) => {
    const count = votes - units[kind].namedVotes
    if (count === 0) return []
    if (count === votes) return [unclustered(kind)]
    // of mixed votes only people name a voter, and judges would be counted as missing
    return cluster === 'vote' || (kind === 'voter' && isMixed) ? [] : [partlyClustered(kind, count)]
  })
}

type VoterKind = 'people' | 'judges' | 'mixed'

const PEOPLE: ReadonlySet<VoteSource> = new Set(['human', 'live', 'simulated'])

/** The kind of voters of a source, as written in an address. */
export function sourceVoterKind(source: string): VoterKind {
  const kinds = parseSource(source)?.kinds ?? []
  if (kinds.every((kind) => kind === 'judge')) return 'judges'
  return kinds.every((kind) => PEOPLE.has(kind)) ? 'people' : 'mixed'
}

const KIND = { prompt: 'no_question_id', voter: 'no_voter' } as const
const COLUMN = { prompt: 'question_id', voter: 'judge' }

const unclustered = (unit: 'prompt' | 'voter'): Warning =>
  warning(msg('no_vote_names_unit', { unit, column: COLUMN[unit] }), { kind: KIND[unit] })

const partlyClustered = (unit: 'prompt' | 'voter', count: number): Warning =>
  warning(msg('some_votes_name_no_unit', { unit, column: COLUMN[unit], count }), { kind: KIND[unit], count })
