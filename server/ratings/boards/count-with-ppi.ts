import { judgedBattles, overlapOf, type PeopleAndJudges } from '../../../shared/stats/intervals/power.ts'
import type { VoteColumns } from '../../../shared/stats/fit/tally.ts'
import type { Cluster } from '../../../shared/contracts/index.ts'
import { picked, type VoteTable } from '../../../shared/votes/vote-table.ts'
import { byCodeUnits, inCanonicalOrder, ranksOf } from './canonical-order.ts'
import { chooseCluster, clusterOf, knownUnits } from './choose-cluster.ts'
import { countVotes } from './count-votes.ts'
import type { CountedVotes } from './counted-votes.ts'
import { numberVotes } from './number-votes.ts'
import { FEWEST_PROMPTS, overlapWarnings } from './overlap-warnings.ts'

/**
 * Counts people's votes of a table as on a board of their own, and beside them judges' votes on the same battles.
 * @param table has `byJudge` for every vote
 */
export function countWithPpi(
  table: VoteTable,
  names: readonly string[],
  requestedCluster: Exclude<Cluster, 'both'> | null,
  ties: 'half' | 'drop',
): CountedVotes {
  const rows = Int32Array.from({ length: table.votes }, (_, row) => row)
  const votesBy = (byJudge: 0 | 1) =>
    picked(
      table,
      rows.filter((row) => table.byJudge![row] === byJudge),
    )
  const [people, judges] = [votesBy(0), votesBy(1)]
  return addPpi(numberBoth(people, judges, names), requestedCluster, judges.votes, (cluster) => {
    const known = knownUnits(people, 'people')
    const chosen = cluster === null ? clusterOf(null, known) : chooseCluster(known, cluster)
    return countVotes(people, inCanonicalOrder(people, chosen.cluster), names, chosen, known, ties)
  })
}

/**
 * Adds the correction by judges to people's counted votes (prediction-powered inference). If no prompt has two votes
 * of people, they are resampled by prompt too, once judges have judged enough of their prompts.
 * @param sets both by prompt, people's units as on a board of their own
 * @param judgeVotes the number of judges' votes in the view, with or without a known prompt
 * @param count counts people's votes, by the given unit
 */
export function addPpi(
  sets: PeopleAndJudges,
  requestedCluster: Exclude<Cluster, 'both'> | null,
  judgeVotes: number,
  count: (cluster: Exclude<Cluster, 'both'> | null) => CountedVotes,
): CountedVotes {
  const peopleCounted = count(requestedCluster)
  const battles = judgedBattles(peopleCounted.tally, sets)
  const overlap = overlapOf(battles)
  const hasOverlap = overlap.prompts >= FEWEST_PROMPTS
  const counted =
    requestedCluster === null && peopleCounted.cluster === 'vote' && hasOverlap
      ? count('prompt')
      : peopleCounted
  const isCorrected = hasOverlap && counted.cluster === 'prompt'
  const ppi = { votes: judgeVotes, ...overlap, battles: isCorrected ? battles : null }
  return {
    ...counted,
    ppi,
    warnings: [
      ...counted.warnings,
      ...overlapWarnings(sets.people, requestedCluster, { ...ppi, people: peopleCounted }),
    ],
  }
}

/** Both sets by prompt: people's units as on their own board, then the prompts that only judges saw, sorted. */
function numberBoth(people: VoteTable, judges: VoteTable, names: readonly string[]): PeopleAndJudges {
  const peopleColumns = numberVotes(people, inCanonicalOrder(people, 'prompt'), names, 'prompt')
  const named = judges.prompt.of.length === 0 ? [] : [...Array.from(judges.prompt.of).keys()]
  const onPrompts = picked(judges, Int32Array.from(named.filter((row) => judges.prompt.of[row] >= 0)))
  const { ranks } = ranksOf(people.prompt)
  const unitOf = new Map<number, number>()
  const others = new Set<number>()
  for (const prompt of onPrompts.prompt.of)
    if (ranks[prompt] >= 0) unitOf.set(prompt, ranks[prompt])
    else others.add(prompt)
  const promptNames = judges.prompt.names
  let units = peopleColumns.units
  for (const prompt of [...others].sort((a, b) => byCodeUnits(promptNames[a], promptNames[b])))
    unitOf.set(prompt, units++)
  const number = new Map(names.map((name, i) => [name, i]))
  const numberOf = (contestant: number) => number.get(judges.contestants[contestant])!
  const judgeColumns: VoteColumns = {
    contestants: names.length,
    units,
    left: onPrompts.left.map(numberOf),
    right: onPrompts.right.map(numberOf),
    outcome: onPrompts.outcome,
    unit: onPrompts.prompt.of.map((prompt) => unitOf.get(prompt)!),
  }
  return { people: peopleColumns, judges: judgeColumns, judge: judgesOf(onPrompts) }
}

/** The number of each vote's judge, by sorted names; 0 for all judges without a name. */
function judgesOf({ votes, voter }: VoteTable): Int32Array {
  const { ranks } = ranksOf(voter)
  return new Int32Array(votes).map((_, row) =>
    voter.of.length > 0 && voter.of[row] >= 0 ? 1 + ranks[voter.of[row]] : 0,
  )
}
