/** The sources of votes that a board can select. */
import { sourceOfJudge } from '../../shared/contracts/index.ts'
import type { ArenaDetail, JudgeTrust, VoteSource } from '../../shared/contracts/index.ts'
import { MAJORITY } from '../../shared/votes/majority.ts'
import { countsJudge, judgesCounted, POWERED } from '../../shared/votes/judges-counted.ts'

type Source = ArenaDetail['sources'][number]

const NAMES = { human: 'humans', judge: 'judges', result: 'all', simulated: 'simulated' } as const

/** The name of a kind of vote in `?source=`. Recorded results have no switch of their own; `all` includes them. */
export const nameOfSource = (kind: VoteSource): string => NAMES[kind]

/** From this number of votes on, the board of a kind of voter is worth showing first. */
const ENOUGH = 50

const BY_DEFAULT: readonly VoteSource[] = ['human', 'judge', 'result', 'simulated']

/** The first kind of voter in the order above with at least 50 counted votes, else the one with the most. Null: no votes. */
export function leadingSource(counts: readonly { source: VoteSource; votes: number }[]): VoteSource | null {
  let leading: VoteSource | null = null
  let most = 0
  for (const kind of BY_DEFAULT) {
    const votes = counts.reduce((sum, one) => (one.source === kind ? sum + one.votes : sum), 0)
    if (votes >= ENOUGH) return kind
    if (votes > most) [leading, most] = [kind, votes]
  }
  return leading
}

/**
 * The sources that an arena offers: humans, each judge, all judges, the
 * majority of two or more judges, humans powered by judges, all real votes together,
 * simulated votes. A source without votes is left out. Simulated votes are never part of another source, and neither are
 * judges that do not count.
 */
export function sourcesOf(
  counts: { source: VoteSource; name: string | null; votes: number }[],
  trust: readonly JudgeTrust[],
): Source[] {
  const votesOf = (kind: VoteSource) => counts.filter(({ source }) => source === kind)
  const sum = (rows: { votes: number }[]) => rows.reduce((total, { votes }) => total + votes, 0)
  const [humans, judges, results, simulated] = [
    votesOf('human'),
    votesOf('judge'),
    votesOf('result'),
    votesOf('simulated'),
  ]
  const countedIn = (source: string) => {
    const choice = judgesCounted(source, trust)
    return judges.filter(({ name }) => countsJudge(choice, name!))
  }
  const real = [humans, judges, results].filter((rows) => rows.length > 0)
  const sources: Source[] = [
    { source: NAMES.human, kind: 'human', votes: sum(humans) },
    ...judges.map(({ name, votes }): Source => ({ source: sourceOfJudge(name!), kind: 'judge', votes })),
    { source: NAMES.judge, kind: 'judge', votes: sum(countedIn('judges')) },
    {
      source: MAJORITY,
      kind: MAJORITY,
      votes: countedIn(MAJORITY).length > 1 ? sum(countedIn(MAJORITY)) : 0,
    },
    {
      source: POWERED,
      kind: POWERED,
      votes: sum(countedIn(POWERED)) > 0 ? sum(humans) : 0,
    },
    {
      source: 'all',
      kind: 'all',
      votes: real.length > 1 || results.length > 0 ? sum([humans, countedIn('all'), results].flat()) : 0,
    },
    { source: NAMES.simulated, kind: 'simulated', votes: sum(simulated) },
  ]
  return sources.filter(({ votes }) => votes > 0)
}
