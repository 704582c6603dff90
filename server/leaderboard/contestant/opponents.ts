import type { OpponentRecord } from '../../../shared/contracts/index.ts'
import { wilsonInterval } from '../../../shared/stats/index.ts'
import type { CountedPairs } from '../../ratings/index.ts'

/** As in a dictionary, p2 before p10. */
const BY_NAME = new Intl.Collator('en', { numeric: true })

/** A contestant's record against each opponent, sorted by name. */
export function opponentsOf(
  name: string,
  { contestants, first, second, firstWins, secondWins, ties, bothBad }: CountedPairs,
): OpponentRecord[] {
  const row = contestants.findIndex((one) => one.name === name)
  const opponents: OpponentRecord[] = []
  first.forEach((a, pair) => {
    const b = second[pair]
    if (a !== row && b !== row) return
    const opponent = contestants[a === row ? b : a]
    const [wins, losses] = [firstWins[pair], secondWins[pair]]
    const [won, lost] = a === row ? [wins, losses] : [losses, wins]
    opponents.push({
      ...opponent,
      wins: won,
      losses: lost,
      ties: ties[pair],
      bothBad: bothBad[pair],
      interval: wilsonInterval(won, won + lost),
    })
  })
  return opponents.sort((a, b) => BY_NAME.compare(a.name, b.name))
}
