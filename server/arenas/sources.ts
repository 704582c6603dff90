/** Which votes a board may be asked for, by who reached them. */
import type { ArenaDetail, VoteSource } from '../../shared/contracts/index.ts'

type Source = ArenaDetail['sources'][number]

/** The name that a kind of vote has in `?source=`. Recorded results have no switch of their own: they are in `all`. */
export const SOURCE_OF = { human: 'humans', judge: 'judges', simulated: 'simulated' } as const

/**
 * The switches an arena offers: humans, each judge, all judges, everything real together, simulated.
 * Only what has votes; simulated votes are never part of another source.
 */
export function sourcesOf(counts: { source: VoteSource; name: string | null; votes: number }[]): Source[] {
  const votesOf = (kind: VoteSource) => counts.filter(({ source }) => source === kind)
  const sum = (rows: { votes: number }[]) => rows.reduce((total, { votes }) => total + votes, 0)
  const [humans, judges, results, simulated] = [
    votesOf('human'),
    votesOf('judge'),
    votesOf('result'),
    votesOf('simulated'),
  ]
  const real = [humans, judges, results].filter((rows) => rows.length > 0)
  const sources: Source[] = [
    { source: SOURCE_OF.human, kind: 'human', votes: sum(humans) },
    ...judges.map(({ name, votes }): Source => ({ source: `judge:${name}`, kind: 'judge', votes })),
    { source: SOURCE_OF.judge, kind: 'judge', votes: sum(judges) },
    { source: 'all', kind: 'all', votes: real.length > 1 || results.length > 0 ? sum(real.flat()) : 0 },
    { source: SOURCE_OF.simulated, kind: 'simulated', votes: sum(simulated) },
  ]
  return sources.filter(({ votes }) => votes > 0)
}

/** Humans where there are any, else judges, else recorded results, else simulated votes; humans for an arena without votes. */
export function defaultSource(sources: Source[]): string {
  const has = (name: string) => sources.some(({ source }) => source === name)
  return ['humans', 'judges', 'all', 'simulated'].find(has) ?? 'humans'
}
