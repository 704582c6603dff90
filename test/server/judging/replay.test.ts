/** What real judges wrote: nothing is guessed from it, and both orders are merged as often as their authors counted. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { mergeOrders } from '../../../server/judging/merge-orders.ts'
import { readVerdicts } from '../../../server/judging/read-verdicts.ts'
import type { Verdict } from '../../../shared/contracts/index.ts'
import { hasReferenceData } from '../../shared/stats/reference.ts'

const folder = process.env['DEADHEAT_REFERENCE_DATA'] ?? ''
const text = (path: string) => readFileSync(join(folder, path), 'utf8')
const rows = <T>(path: string) =>
  text(path)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T)

interface Call {
  judge: string
  strategy: string
  order: '12' | '21'
  winner: '1' | '2' | 'unparsed'
  completion: string
}
const items = () => rows<{ subset: string; label: number; judges: Call[] }>('llmbar/items.jsonl')

describe.skipIf(!hasReferenceData)('real judges', () => {
  const pairwise = { form: 'pairwise', criteria: ['overall'], count: 2 } as const
  const expected = { ...pairwise, reason: 'before', marker: 'abcdef012345' } as const

  it('have no verdict in 6678 replies without the marker of the call, which name a winner in another form', () => {
    const replies = [
      ...['judge_text_gpt-4o-mini', 'judge_text_unparsed'].flatMap((file) =>
        rows<{ judgment: string }>(`mtbench_en_llmjudge/${file}.jsonl`).map(({ judgment }) => judgment),
      ),
      ...items().flatMap(({ judges }) => judges.map(({ completion }) => completion)),
    ]
    expect(replies).toHaveLength(2387 + 35 + 4256)
    expect(replies.filter((reply) => !('unreadable' in readVerdicts(reply, expected)))).toEqual([])
  })

  it('of LLMBar agree with themselves and with people in both orders as often as their authors counted', () => {
    type Counted = Record<string, Record<string, { computed: Record<string, number> }>>
    const { subsets } = JSON.parse(text('llmbar/items.expected.json')) as { subsets: Counted }
    const said = ({ order, winner }: Call): Record<string, Verdict> => ({
      overall: { verdict: winner === order[0] ? 'first' : 'second', reason: null },
    })
    for (const [subset, judges] of Object.entries(subsets))
      for (const [name, { computed }] of Object.entries(judges)) {
        const both = items()
          .filter((item) => item.subset === subset)
          .map(({ label, judges: calls }) => {
            const of = calls.filter(({ judge, strategy }) => `${judge}/${strategy}` === name)
            const at = (order: string) => of.find((call) => call.order === order)!
            return { label: label === 1 ? 'left' : 'right', calls: [at('12'), at('21')] as const }
          })
        const isRead = ({ winner }: Call) => winner !== 'unparsed'
        const merged = both
          .filter(({ calls }) => calls.every(isRead))
          .map(({ label, calls: [one, other] }) => ({
            label,
            ...mergeOrders(said(one), said(other), 'pairwise', 2)['overall'][0],
          }))
        const consistent = merged.filter(({ inconsistent }) => !inconsistent)
        // two replies without a verdict agree for the authors; here they are no vote
        const silent = both.filter(({ calls }) => !calls.some(isRead))
        expect([
          both.length,
          consistent.filter(({ label, outcome }) => label === outcome).length,
          consistent.length + silent.length,
        ]).toEqual([computed['n'], computed['correct_both'], computed['both_orders_agree']])
      }
  })
})
