import { parseSource } from '../../../shared/contracts/index.ts'
import type { Cluster, SpeaksFor, Warning } from '../../../shared/contracts/index.ts'
import { msg, warning } from '../../../shared/messages/index.ts'
import type { Texts } from '../../../shared/votes/text-column.ts'
import type { VoteTable } from '../../../shared/votes/vote-table.ts'
import { byCodeUnits } from './canonical-order.ts'

/** Fewer effective voters are no sample of people: the board speaks for them alone. */
const FEWEST_VOTERS = 8

/** How far votes name their prompt, or their voter. */
export interface UnitCounts {
  /** How many votes name theirs. */
  namedVotes: number
  /** How many different ones they name. */
  count: number
  /** Whether any two votes name the same. */
  repeated: boolean
  /** (Σm)² / Σm², m the votes of each one; a vote that names none is a unit by itself (Kish 1965). */
  effective: number
}

/** What is known of the units of some votes. */
export interface KnownUnits {
  votes: number
  prompt: UnitCounts
  voter: UnitCounts
  /** Whose votes these are. Of mixed votes and of results of games, voters are no sample of anybody. */
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
 * The unit by which votes are resampled: the one asked for, else what is known. Where people's voters are known and are
 * at least eight effective ones, prompts and voters count together, or the kind that any two votes share. Else the
 * prompt. If no two votes share a unit, each vote is one. If no vote names the unit asked for, each vote is a unit too,
 * with a warning.
 */
export function chooseCluster(units: KnownUnits, requestedCluster: Cluster | null): Chosen {
  if (requestedCluster === 'vote') return { cluster: 'vote', warnings: [] }
  if (requestedCluster === 'both') return chooseBoth(units)
  if (requestedCluster === null && isSampleOfPeople(units) && units.voter.repeated)
    return units.prompt.repeated ? chooseBoth(units) : clusterOf('voter', units)
  return clusterOf(requestedCluster, units)
}

/** Prompts and voters together, where votes name both; else the one kind they name. */
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

/** One kind of unit: the one asked for, else the prompt if any two votes share one. */
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

/** Whether most votes name their voter, and voters are people, enough to stand for others. */
const isSampleOfPeople = ({ votes, voter, voterKind }: KnownUnits): boolean =>
  voterKind === 'people' && 2 * voter.namedVotes > votes && voter.effective >= FEWEST_VOTERS

/**
 * For whom a board speaks that is resampled by `cluster`: for people like its voters only if they are enough, and
 * resampled or of one vote each. Null if most votes name no voter, or if voters are mixed.
 */
export function speaksForOf(cluster: Cluster, units: KnownUnits): SpeaksFor | null {
  const { votes, voter, voterKind, judges } = units
  if (voterKind === 'mixed' || votes === 0 || 2 * voter.namedVotes <= votes) return null
  const { count: voters, effective } = voter
  if (voterKind === 'judges') return { whom: 'judges', voters, effective, judges: [...judges] }
  const isResampled = cluster === 'both' || cluster === 'voter' || !voter.repeated
  return { whom: isSampleOfPeople(units) && isResampled ? 'people' : 'voters', voters, effective }
}

/** How many equal units the votes are worth; of prompts and voters the fewer. */
export function effectiveUnits(cluster: Cluster, { prompt, voter }: KnownUnits): number {
  if (cluster === 'vote') return 0
  return cluster === 'both'
    ? Math.min(prompt.effective, voter.effective)
    : { prompt, voter }[cluster].effective
}

/** Whose votes a source has, as written in an address. */
export function votersOf(source: string): VoterKind {
  const kinds = parseSource(source)?.kinds ?? []
  if (kinds.every((kind) => kind === 'judge')) return 'judges'
  return kinds.every((kind) => kind === 'human' || kind === 'simulated') ? 'people' : 'mixed'
}

/** What a table says of its units. */
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
