import { describe, expect, it } from 'vitest'
import type { RatedVote } from '../../../shared/votes/vote-table.ts'
import { boardOf } from './boards.ts'
import { msg, warning } from '../../../shared/messages/index.ts'

/** People on the first prompts and a judge, who mostly says what they say, on 30. */
function votes(shared: number): RatedVote[] {
  return Array.from({ length: 30 }, (_, n) => n).flatMap((n) => {
    const vote = { contestantA: 'A', contestantB: 'B', prompt: `p${n}` }
    const outcome = n % 3 === 0 ? 'right' : 'left'
    return [
      { ...vote, id: `j${n}`, outcome: n % 7 === 0 ? 'tie' : outcome, voter: 'critic', byJudge: true },
      ...(n < shared ? [{ ...vote, id: `h${n}`, outcome, voter: `v${n}`, byJudge: false } as const] : []),
    ] satisfies RatedVote[]
  })
}

const view = { source: 'powered', criterion: null, category: null, from: null, to: null }

describe('a board powered by judges', () => {
  it('needs ten prompts with votes of people and judges, and a warning says so', () => {
    const [few, enough] = [boardOf(votes(9), { view }), boardOf(votes(10), { view })]
    expect([few.powered, enough.powered]).toMatchObject([
      { lambda: 0, labelled: 9, judged: 30 },
      { labelled: 10, judged: 30 },
    ])
    expect(enough.powered!.lambda).toBeGreaterThan(0.1)
    expect(few.warnings).toContainEqual(
      warning(msg('overlap_too_small', { prompts: 9, fewest: 10 }), { kind: 'no_overlap' }),
    )
    expect(enough.warnings.map(({ code }) => code)).not.toContain('no_overlap')
  })
})
