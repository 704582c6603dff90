import type { JudgeReport } from '../../../shared/contracts/index.ts'
import { shareOf } from '../../../shared/stats/index.ts'
import type { NamedContestant, PairCount } from './tally-queries.ts'

/** How a judge took contestants that were entered twice: of two that are the same neither may win more than chance has it. */
export function controlsOf(
  pairs: readonly PairCount[],
  judge: string,
  contestants: readonly NamedContestant[],
): JudgeReport['controls'] {
  const named = new Map(contestants.map((one) => [one.name, one]))
  return contestants.flatMap(({ id, name, control_of }) => {
    const other = control_of === null ? undefined : named.get(control_of)
    if (!other) return []
    const [low, high] = id < other.id ? [id, other.id] : [other.id, id]
    const met = pairs.filter((one) => one.judge === judge && one.low === low && one.high === high)
    const sum = (key: 'lowWins' | 'highWins' | 'ties') => met.reduce((all, pair) => all + pair[key], 0)
    const wins = sum(id === low ? 'lowWins' : 'highWins')
    const losses = sum(id === low ? 'highWins' : 'lowWins')
    const { share, interval } = shareOf(wins, wins + losses)
    return [
      {
        ...{
          contestant: name,
          controlOf: other.name,
          wins,
          losses,
          ties: sum('ties'),
          winRate: share,
          interval,
        },
        even: interval && interval[0] <= 0.5 && interval[1] >= 0.5,
      },
    ]
  })
}
