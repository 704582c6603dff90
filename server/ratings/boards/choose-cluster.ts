import { parseSource } from '../../../shared/contracts/source.ts'
import type { Cluster, SpeaksFor, Warning } from '../../../shared/contracts/index.ts'
import { msg, warning } from '../../../shared/messages/index.ts'
import type { Texts, VoteTable } from '../../../shared/votes/vote-table.ts'
import { byCodeUnits } from './canonical-order.ts'

/** With fewer effective voters, the board speaks for these voters alone. */
const FEWEST_VOTERS = 8

/** How many votes name their prompt (or voter), and how votes are spread over prompts (or voters). */
interface UnitCounts {
  /** The number of votes that name their prompt or voter. */
  namedVotes: number
  /** The number of different prompts or voters. */
  count: number
  /** Whether any two votes share one. */
  repeated: boolean
  /** (Σm)² / Σm² over the votes m of each unit (Kish 1965). A vote without a name is a unit of its own. */
  effective: number
}

/** The possible resampling units of some votes. */
export interface KnownUnits {
  votes: number
  prompt: UnitCounts
  voter: UnitCounts
  /** The kind of voters. For mixed votes and results of games, voters are not a sample of people. */
  voterKind: VoterKind
  /** Names of the judges, sorted, if all of these votes are judges'. */
  judges: readonly string[]
}

export type VoterKind = 'people' | 'judges' | 'mixed'

interface Chosen {
  cluster: Cluster
  warnings: Warning[]
}

/**
 * Chooses the unit by which votes are resampled. A requested unit is used. Otherwise, votes with at least eight
 * effective people as voters are resampled by prompt and voter together, or by the one that votes share. All other
 * votes are resampled by prompt. If no two votes share a unit, each vote is a unit. If no vote names the requested
 * unit, each vote is a unit too, with a warning.
 */
export function chooseCluster(units: KnownUnits, requestedCluster: Cluster | null): Chosen {
  if (requestedCluster === 'vote') return { cluster: 'vote', warnings: [] }
  if (requestedCluster === 'both') return chooseBoth(units)
  if (requestedCluster === null && isSampleOfPeople(units) && units.voter.repeated)
    return units.prompt.repeated ? chooseBoth(units) : clusterOf('voter', units)
  return clusterOf(requestedCluster, units)
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

/** One kind of unit: the requested one, else the prompt if any two votes share one. */
export function clusterOf(requestedCluster: 'prompt' | 'voter' | null, units: KnownUnits): Chosen {
  const cluster = requestedCluster ?? 'prompt'
  const { votes } = units
  const { namedVotes, repeated } = units[cluster]
  if (votes === 0) return { cluster, warnings: [] }
  if (namedVotes === 0) return { cluster: 'vote', warnings: [unclustered(cluster)] }
  if (requestedCluster === null && !repeated) return { cluster: 'vote', warnings: [] }
  const without = votes - namedVotes
  return { cluster, warnings: without > 0 ? [partlyClustered(cluster, without)] : [] }
}

/** Whether most votes name their voter, and voters are enough people to be a sample. */
const isSampleOfPeople = ({ votes, voter, voterKind }: KnownUnits): boolean =>
  voterKind === 'people' && 2 * voter.namedVotes > votes && voter.effective >= FEWEST_VOTERS

/**
 * Whom a board speaks for that is resampled by `cluster`. It speaks for people like its voters only if there are
 * enough voters, and they are resampled or have one vote each. Null if most votes name no voter, or if voters are
 * mixed.
 */
export function speaksForOf(cluster: Cluster, units: KnownUnits): SpeaksFor | null {
  const { votes, voter, voterKind, judges } = units
  if (voterKind === 'mixed' || votes === 0 || 2 * voter.namedVotes <= votes) return null
  const { count: voters, effective } = voter
  if (voterKind === 'judges') return { whom: 'judges', voters, effective, judges: [...judges] }
  const isResampled = cluster === 'both' || cluster === 'voter' || !voter.repeated
  return { whom: isSampleOfPeople(units) && isResampled ? 'people' : 'voters', voters, effective }
}

/** The effective number of units; for prompts and voters together, the smaller one. */
export function effectiveUnits(cluster: Cluster, { prompt, voter }: KnownUnits): number {
  if (cluster === 'vote') return 0
  return cluster === 'both'
    ? Math.min(prompt.effective, voter.effective)
    : { prompt, voter }[cluster].effective
}

/** The kind of voters of a source, as written in an address. */
export function votersOf(source: string): VoterKind {
  const kinds = parseSource(source)?.kinds ?? []
  if (kinds.every((kind) => kind === 'judge')) return 'judges'
  return kinds.every((kind) => kind === 'human' || kind === 'simulated') ? 'people' : 'mixed'
}

/** Counts the possible resampling units of a table. */
export function knownUnits(table: VoteTable, voterKind: VoterKind): KnownUnits {
  const { votes, prompt, voter } = table
  const byVoter = countsIn(voter)
  return {
    votes,
    prompt: countUnits(votes, countsIn(prompt)),
    voter: countUnits(votes, byVoter),
    voterKind,
    judges:
      voterKind === 'judges' ? voter.names.filter((_, number) => byVoter[number] > 0).sort(byCodeUnits) : [],
  }
}

function countsIn({ names, of }: Texts): Int32Array {
  const counts = new Int32Array(names.length)
  for (const number of of) if (number >= 0) counts[number]++
  return counts
}

/** @param counts  votes of each prompt, or of each voter */
export function countUnits(votes: number, counts: Int32Array): UnitCounts {
  let [namedVotes, count, squares, repeated] = [0, 0, 0, false]
  for (const ofUnit of counts) {
    if (ofUnit === 0) continue
    namedVotes += ofUnit
    count++
    squares += ofUnit * ofUnit
    repeated ||= ofUnit > 1
  }
  const all = squares + votes - namedVotes
  return { namedVotes, count, repeated, effective: all > 0 ? votes ** 2 / all : 0 }
}

const KIND = { prompt: 'no_question_id', voter: 'no_voter' }
const COLUMN = { prompt: 'question_id', voter: 'judge' }

const unclustered = (unit: 'prompt' | 'voter'): Warning =>
  warning(msg('no_vote_names_unit', { unit, column: COLUMN[unit] }), { kind: KIND[unit] })

const partlyClustered = (unit: 'prompt' | 'voter', count: number): Warning =>
  warning(msg('some_votes_name_no_unit', { unit, column: COLUMN[unit], count }), { kind: KIND[unit], count })
