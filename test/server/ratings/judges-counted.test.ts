import { describe, expect, it } from 'vitest'
import type { JudgeTrust } from '../../../shared/contracts/index.ts'
import { sourcesOf } from '../../../server/arenas/describe-arena.ts'
import { sourceWarnings } from '../../../server/ratings/boards/board-warnings.ts'
import { judgesCounted } from '../../../shared/votes/judges-counted.ts'

const judge = (name: string, state: JudgeTrust['state'], agreed: number): JudgeTrust => ({
  judge: name,
  state,
  agreed,
  decided: 60,
  minAgreement: 0.75,
})
const trust = [
  judge('good', 'calibrated', 54),
  judge('bad', 'uncalibrated', 31),
  judge('new', 'not_measured', 0),
]

describe('which judges a board counts', () => {
  it.each([
    ['humans', null],
    ['all', { only: ['good'] }],
    ['judges', { except: ['bad'] }],
    ['judge:bad', null],
    ['powered', null],
  ])('%s', (source, choice) => expect(judgesCounted(source, trust)).toEqual(choice))

  it('powered by judges counts failed judges too, without a warning: the board measures them', () => {
    const voted = [
      { source: 'human', name: null },
      ...trust.map((one) => ({ source: 'judge', name: one.judge })),
    ]
    const related = trust.map((one) => ({ ...one, sameFamily: ['A'] }))
    expect(sourceWarnings({ source: 'powered', trust: related } as never, voted)).toEqual([])
    expect(sourceWarnings({ source: 'judge:bad', trust: related } as never, voted)).toHaveLength(2)
  })

  it('offers the powered source if people and any judge have voted', () => {
    const votes = [
      { source: 'human' as const, name: null, votes: 7 },
      { source: 'judge' as const, name: 'bad', votes: 9 },
    ]
    const offered = (counts: typeof votes) => sourcesOf(counts, trust).map(({ source }) => source)
    expect(offered(votes)).toContain('powered')
    for (const alone of votes) expect(offered([alone])).not.toContain('powered')
  })
})
