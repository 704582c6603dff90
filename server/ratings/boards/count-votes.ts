/** From votes to what a board counts: the unit of resampling, numbers of contestants and units, and the tally. */
import type { UnitKind } from '../../../shared/stats/board/units.ts'
import type { Votes } from '../../../shared/stats/fit/votes.ts'
import { boardUnits as unitsOfBoard } from '../../../shared/stats/board/rate-board.ts'
import type { Cluster, VoteSource, Warning } from '../../../shared/contracts/index.ts'
import { parseSource } from '../../../shared/contracts/source.ts'
import { type VoteTable, type Texts, unitTexts } from '../../../shared/votes/vote-table.ts'
import { inCanonicalOrder, nameRanks, type Sorted } from './canonical-order.ts'
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
}

/** What a board counts, and by which units. */
export interface CountOptions {
  voterKind: VoterKind
  /** Null: chosen from what votes name. */
  cluster: Cluster | null
  weights: 'units' | 'votes'
}

/** @param names  all contestants, sorted */
export function countVotes(
  table: VoteTable,
  names: readonly string[],
  { voterKind, cluster: requestedCluster, weights }: CountOptions,
): { counted: CountedVotes; sorted: Sorted } {
  const units = countPossibleUnits(table, voterKind)
  const isMixed = voterKind === 'mixed'
  const kinds = requestedCluster === null ? undefined : [...UNITS_OF[requestedCluster]]
  const numbered = numberVotes(table, names, voterKind === 'people' || (kinds ?? []).includes('voter'))
  const { cluster, warnings } = chooseCluster(
    units,
    requestedCluster ?? clusterOfKinds(unitsOfBoard(numbered, { isMixed, kinds, weights }).kinds),
    requestedCluster !== null,
  )
  const sorted = inCanonicalOrder(table, cluster)
  return {
    sorted,
    counted: {
      names,
      votes: table.votes,
      voters: units.voter.count || null,
      ...promptsOf(cluster, units),
      cluster,
      units: cluster === 'vote' ? 0 : allUnits(units, cluster === 'voter' ? 'voter' : 'prompt'),
      crossedUnits: cluster === 'both' ? allUnits(units, 'voter') : undefined,
      effectiveUnits: effectiveUnits(cluster, units),
      numbered,
      isMixed,
      kinds,
      warnings,
    },
  }
}

export const clusterOfKinds = (kinds: readonly UnitKind[]): Cluster =>
  kinds.length === 2 ? 'both' : (kinds[0] ?? 'vote')

/** A vote without a name is a unit of its own. */
const allUnits = ({ votes, ...kinds }: KnownUnits, kind: UnitKind): number =>
  kinds[kind].count + votes - kinds[kind].namedVotes

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
  /** Whether any two votes share one. */
  repeated: boolean
  /** (Σm)² / Σm² over the votes m of each unit (Kish 1965). A vote without a name is a unit of its own. */
  effective: number
  /** The same of the votes with a name alone. */
  effectiveNamed: number
}

/** The possible resampling units of some votes. */
interface KnownUnits {
  votes: number
  /** Of groups of prompts, if votes name any. */
  prompt: UnitCounts
  voter: UnitCounts
  /** The kind of voters. For mixed votes and results of games, voters are not a sample of people. */
  voterKind: VoterKind
}

/** The same with the number of different prompts, and whether their groups are the units instead. */
interface CountedUnits extends KnownUnits {
  prompts: number
  areGrouped: boolean
}

type VoterKind = 'people' | 'judges' | 'mixed'

interface Chosen {
  cluster: Cluster
  warnings: Warning[]
}

/**
 * The unit of a board, with warnings if votes do not name it. If no vote names the requested unit, each vote is a unit. Whatever
 * was requested, single votes are units without a warning.
 */
export function chooseCluster(units: KnownUnits, cluster: Cluster, isRequested: boolean): Chosen {
  if (cluster === 'both') return chooseBoth(units)
  if (cluster !== 'vote') return clusterOf(cluster, units)
  const isUnnamed = !isRequested && units.votes > 0 && units.prompt.namedVotes === 0
  return { cluster, warnings: isUnnamed ? [unclustered('prompt')] : [] }
}

/** Prompts and voters together if votes name both; else the one kind that they name. */
function chooseBoth(units: KnownUnits): Chosen {
  const kinds = (['prompt', 'voter'] as const).map((kind) => ({
    ...clusterOf(kind, units),
    isNamed: units[kind].namedVotes > 0,
  }))
  const [prompt, voter] = kinds
  const warnings = kinds.flatMap((kind) => kind.warnings)
  if (prompt!.isNamed && voter!.isNamed) return { cluster: 'both', warnings }
  return { cluster: kinds.find(({ isNamed }) => isNamed)?.cluster ?? 'vote', warnings }
}

function clusterOf(cluster: 'prompt' | 'voter', units: KnownUnits): Chosen {
  const { votes } = units
  const { namedVotes } = units[cluster]
  if (votes === 0) return { cluster, warnings: [] }
  if (namedVotes === 0) return { cluster: 'vote', warnings: [unclustered(cluster)] }
  // of mixed votes only people name a voter, and judges would be counted as missing
  const without = cluster === 'voter' && units.voterKind === 'mixed' ? 0 : votes - namedVotes
  return { cluster, warnings: without > 0 ? [partlyClustered(cluster, without)] : [] }
}

/** The effective number of units; for prompts and voters together, the smaller one. */
function effectiveUnits(cluster: Cluster, { prompt, voter }: KnownUnits): number {
  if (cluster === 'vote') return 0
  return cluster === 'both'
    ? Math.min(prompt.effective, voter.effective)
    : { prompt, voter }[cluster].effective
}

const PEOPLE: ReadonlySet<VoteSource> = new Set(['human', 'live', 'simulated'])

/** The kind of voters of a source, as written in an address. */
export function sourceVoterKind(source: string): VoterKind {
  const kinds = parseSource(source)?.kinds ?? []
  if (kinds.every((kind) => kind === 'judge')) return 'judges'
  return kinds.every((kind) => PEOPLE.has(kind)) ? 'people' : 'mixed'
}

/** The number of prompts of a board, and that of their groups if these are its units. */
const promptsOf = (
  cluster: Cluster,
  { prompts, areGrouped, prompt }: CountedUnits,
): Pick<CountedVotes, 'prompts' | 'groups'> => ({
  prompts: prompts || null,
  ...(areGrouped && (cluster === 'prompt' || cluster === 'both') && { groups: prompt.count }),
})

/** Counts the possible resampling units of a table. */
export function countPossibleUnits(table: VoteTable, voterKind: VoterKind): CountedUnits {
  const { votes, prompt, voter } = table
  const byVoter = countsIn(voter)
  return {
    votes,
    prompt: countUnits(votes, countsIn(unitTexts(table, 'prompt'))),
    voter: countUnits(votes, byVoter),
    prompts: nameRanks(prompt).count,
    areGrouped: table.promptGroup !== undefined,
    voterKind,
  }
}

function countsIn({ names, codes }: Texts): Int32Array {
  const counts = new Int32Array(names.length)
  for (const number of codes) if (number >= 0) counts[number]++
  return counts
}

/** @param counts  votes of each prompt, or of each voter */
function countUnits(votes: number, counts: ArrayLike<number> & Iterable<number>): UnitCounts {
  let [namedVotes, count, squares, repeated] = [0, 0, 0, false]
  for (const ofUnit of counts) {
    if (ofUnit === 0) continue
    namedVotes += ofUnit
    count++
    squares += ofUnit * ofUnit
    repeated ||= ofUnit > 1
  }
  const all = squares + votes - namedVotes
  return {
    namedVotes,
    count,
    repeated,
    effective: all > 0 ? votes ** 2 / all : 0,
    effectiveNamed: squares > 0 ? namedVotes ** 2 / squares : 0,
  }
}

const KIND = { prompt: 'no_question_id', voter: 'no_voter' }
const COLUMN = { prompt: 'question_id', voter: 'judge' }

const unclustered = (unit: 'prompt' | 'voter'): Warning =>
  warning(msg('no_vote_names_unit', { unit, column: COLUMN[unit] }), { kind: KIND[unit] })

const partlyClustered = (unit: 'prompt' | 'voter', count: number): Warning =>
  warning(msg('some_votes_name_no_unit', { unit, column: COLUMN[unit], count }), { kind: KIND[unit], count })
