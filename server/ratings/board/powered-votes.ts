import { judgedBattles, overlapOf, tally } from '../../../shared/stats/index.ts'
import type { JudgedBattles, VoteColumns } from '../../../shared/stats/index.ts'
import type { Cluster } from '../../../shared/contracts/index.ts'
import { picked } from '../../../shared/votes/vote-table.ts'
import type { VoteTable } from '../../../shared/votes/vote-table.ts'
import { inCanonicalOrder, ranksOf } from './canonical-order.ts'
import { chooseCluster } from './choose-cluster.ts'
import { byCodeUnits } from './code-units.ts'
import { countVotes } from './counted-votes.ts'
import type { CountedVotes } from './counted-votes.ts'
import { numberVotes } from './number-votes.ts'
import { overlapWarnings } from './overlap-warnings.ts'

/** What judges lend to a board of people's votes. */
export interface Lent {
  /** Their votes on it, those that nothing can be held against among them. */
  votes: number
  judged: number
  labelled: number
  /** Null where units are not prompts, so that no battle of people is known to be one of judges. */
  battles: JudgedBattles | null
}

/**
 * Counts people's votes of a table as on a board of their own, and beside them what judges said of the same battles.
 * People's votes without two on any prompt are resampled by prompt too, once judges have judged a battle of theirs.
 * @param table  says of every vote whether it is a judge's
 */
export function countPowered(
  table: VoteTable,
  names: readonly string[],
  asked: Cluster | null,
  ties: 'half' | 'drop',
): CountedVotes {
  const rows = Int32Array.from({ length: table.votes }, (_, row) => row)
  const people = picked(
    table,
    rows.filter((row) => !table.byJudge![row]),
  )
  const judges = picked(
    table,
    rows.filter((row) => table.byJudge![row]),
  )
  const sets = numberBoth(people, judges, names)
  const byPrompt = tally(sets.people, 'unit', ties)
  const battles = judgedBattles(byPrompt, sets, ties)
  const overlap = overlapOf(battles)
  const own = chooseCluster(people, asked)
  const chosen = poweredCluster(asked, own.cluster, overlap.labelled)
  const counted = countVotes(
    people,
    inCanonicalOrder(people, chosen),
    names,
    { ...own, cluster: chosen },
    ties,
  )
  const lent = { votes: judges.votes, ...overlap, battles: chosen === 'prompt' ? battles : null }
  return {
    ...counted,
    lent,
    warnings: [...counted.warnings, ...overlapWarnings(sets.people, people.votes, asked, lent)],
  }
}

/** By prompt, where judges have judged battles of people, unless something else was asked for. */
export const poweredCluster = (asked: Cluster | null, own: Cluster, labelled: number): Cluster =>
  asked === null && labelled > 0 ? 'prompt' : own

/** Both by prompt: people's units as on their own board, then the prompts that only judges saw, sorted. */
function numberBoth(people: VoteTable, judges: VoteTable, names: readonly string[]) {
  const own = numberVotes(people, inCanonicalOrder(people, 'prompt'), names, 'prompt')
  const named = judges.prompt.of.length === 0 ? [] : [...Array.from(judges.prompt.of).keys()]
  const onPrompts = picked(judges, Int32Array.from(named.filter((row) => judges.prompt.of[row]! >= 0)))
  const { ranks } = ranksOf(people.prompt)
  const unitOf = new Map<number, number>()
  const others = new Set<number>()
  for (const prompt of onPrompts.prompt.of)
    if (ranks[prompt]! >= 0) unitOf.set(prompt, ranks[prompt]!)
    else others.add(prompt)
  const promptNames = judges.prompt.names
  let units = own.units
  for (const prompt of [...others].sort((a, b) => byCodeUnits(promptNames[a]!, promptNames[b]!)))
    unitOf.set(prompt, units++)
  const number = new Map(names.map((name, i) => [name, i]))
  const numberOf = (contestant: number) => number.get(judges.contestants[contestant]!)!
  const theirs: VoteColumns = {
    contestants: names.length,
    units,
    left: onPrompts.left.map(numberOf),
    right: onPrompts.right.map(numberOf),
    outcome: onPrompts.outcome,
    unit: onPrompts.prompt.of.map((prompt) => unitOf.get(prompt)!),
  }
  return { people: own, judges: theirs }
}
