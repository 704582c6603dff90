/** What one kept view costs in memory: the tally of a tracked view, beside the votes of its arena. */
import { Columns, Names } from '../../../server/ratings/vote-store/columns.ts'
import { Groups, type StoredVotes } from '../../../server/ratings/vote-store/stored-votes.ts'
import { ViewTally } from '../../../server/ratings/vote-store/view-tally.ts'
import { VoteStatus } from '../../../server/ratings/vote-store/vote-status.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { machine } from './machine.ts'
import { table } from './table.ts'

export interface StoredCase {
  votes: number
  contestants: number
  prompts: number
  voters: number
}

const CASES: readonly StoredCase[] = [
  { votes: 10_000, contestants: 20, prompts: 200, voters: 500 },
  { votes: 1_000_000, contestants: 100, prompts: 1000, voters: 10_000 },
  { votes: 1_000_000, contestants: 100, prompts: 100_000, voters: 10_000 },
  { votes: 1_000_000, contestants: 1000, prompts: 1000, voters: 10_000 },
]

/** Votes in memory as the rating thread keeps them, drawn at random. */
export function storedVotes({ votes, contestants, prompts, voters }: StoredCase): StoredVotes {
  const stream = new RandomStream(1, 0)
  const below = (count: number) => Math.floor(count * stream.uniform())
  const named = (kind: string, count: number) => {
    const names = new Names()
    names.setAll(Array.from({ length: count }, (_, id) => ({ id, name: `${kind}-${id}` })))
    return names
  }
  const columns = new Columns()
  for (let vote = 0; vote < votes; vote++) {
    const row = columns.add(vote + 1)
    const left = below(contestants)
    columns.left[row] = left
    columns.right[row] = (left + 1 + below(contestants - 1)) % contestants
    columns.outcome[row] = below(3)
    columns.prompt[row] = below(prompts)
    columns.voter[row] = below(voters)
  }
  return {
    columns,
    contestants: named('contestant', contestants),
    prompts: named('prompt', prompts),
    groups: new Groups(),
    statuses: { of: () => VoteStatus.counted },
    categories: [],
    voters,
    voterNames: Array.from({ length: voters }, (_, voter) => `voter-${voter}`),
    voterGroups: [],
    namesVersion: '',
  }
}

export function benchViews(): void {
  console.log(machine())
  console.log('\nMemory of one kept view')
  console.log(
    table([
      ['votes', 'contestants', 'prompts', 'memory', 'a vote'],
      ...CASES.map((stored) => {
        const { bytes } = new ViewTally(storedVotes(stored), () => true, undefined, 'people')
        const { votes, contestants, prompts } = stored
        return [
          ...[votes, contestants, prompts].map((count) => count.toLocaleString('en')),
          `${(bytes / 2 ** 20).toFixed(1)} MB`,
          `${(bytes / votes).toFixed(0)} B`,
        ]
      }),
    ]),
  )
}
