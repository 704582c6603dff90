/** What real judges wrote, read again: their authors' counts are the measure. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { mergeOrders } from '../../../server/judging/merge-orders.ts'
import { readMarks, readVerdicts, type Marks } from '../../../server/judging/read-verdicts.ts'
import type { Verdict } from '../../../shared/contracts/index.ts'
import { agreementOf } from '../../../shared/stats/index.ts'
import { hasReferenceData } from '../../shared/stats/reference.ts'

const folder = process.env['DEADHEAT_REFERENCE_DATA'] ?? ''
const text = (path: string) => readFileSync(join(folder, path), 'utf8')
const rows = <T>(path: string) =>
  text(path)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T)

type Word = 'first' | 'second' | 'tie'

/** The mark by which judges of MT-bench close: `[[A]]` and nothing that only looks like it. */
const MT_BENCH: Marks<Word> = {
  pattern: /\[\[([^\]\n]*)\]\]/g,
  meaning: (letter) => ({ A: 'first', B: 'second', C: 'tie' } as const)[letter] ?? null,
}

/** That of the judges of LLMBar. */
const LLM_BAR: Marks<Word> = {
  pattern: /\bOutput \((\w)\)/g,
  meaning: (letter) => ({ a: 'first', b: 'second' } as const)[letter] ?? null,
}

function wordOf(reply: string, marks: Marks<Word>): Word | 'unparsed' {
  const parsed = readMarks(reply, marks)
  return 'unreadable' in parsed ? 'unparsed' : (parsed.get('')?.verdict ?? 'unparsed')
}

function merged(first: Word, second: Word) {
  const verdict = (word: Word): Record<string, Verdict> => ({ overall: { verdict: word, reason: null } })
  return mergeOrders(verdict(first), verdict(second), 'pairwise', 2)['overall'][0]
}

function countsOf<T>(all: Iterable<T>): Map<T, number> {
  const counts = new Map<T, number>()
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1)
  return counts
}

describe.skipIf(!hasReferenceData)('judges of MT-bench', () => {
  interface Judged {
    judgment: string
    verdict?: string
    winner?: string
  }

  it('give the verdicts that their authors read, in all 2387 texts of one judge', () => {
    const all = rows<Judged>('mtbench_en_llmjudge/judge_text_gpt-4o-mini.jsonl')
    const names = { first: 'A', second: 'B', tie: 'tie', unparsed: 'error' }
    const read = all.map(({ judgment }) => names[wordOf(judgment, MT_BENCH)])
    expect(read).toEqual(all.map(({ verdict }) => verdict))
    expect(Object.fromEntries(countsOf(read))).toEqual({ A: 1435, B: 935, tie: 17 })
  })

  it('have no verdict if the reader expects the marker of its own call', () => {
    const expectedReply = {
      form: 'pairwise' as const,
      criteria: ['overall'],
      count: 2,
      reason: 'before' as const,
      marker: 'abcdef012345',
    }
    const all = rows<Judged>('mtbench_en_llmjudge/judge_text_gpt-4o-mini.jsonl')
    expect(all.filter(({ judgment }) => !('unreadable' in readVerdicts(judgment, expectedReply)))).toEqual([])
  })

  it('have no verdict in all 35 replies in which their authors found none', () => {
    const all = rows<Judged>('mtbench_en_llmjudge/judge_text_unparsed.jsonl')
    expect(all.map(({ winner }) => winner)).toEqual(Array(35).fill('error'))
    expect(all.map(({ judgment }) => wordOf(judgment, MT_BENCH))).toEqual(Array(35).fill('unparsed'))
  })
})

describe.skipIf(!hasReferenceData)('judges of LLMBar', () => {
  interface Call {
    judge: string
    strategy: string
    order: '12' | '21'
    winner: '1' | '2' | 'unparsed'
    completion: string
  }
  interface Expected {
    computed: Record<string, number>
    published_statistics_json: { kappa_agreement: number }
  }
  const items = () => rows<{ subset: string; label: number; judges: Call[] }>('llmbar/items.jsonl')
  const subsets = () =>
    (
      JSON.parse(text('llmbar/items.expected.json')) as {
        subsets: Record<string, Record<string, Expected>>
      }
    ).subsets

  /** What a call says, in the order in which its answers were shown. */
  const verdictWord = ({ completion }: Call) => wordOf(completion, LLM_BAR)
  /** The same by the answers' own numbers. */
  const named = (call: Call): Call['winner'] => {
    const word = verdictWord(call)
    if (word !== 'first' && word !== 'second') return 'unparsed'
    return (word === 'first') === (call.order === '12') ? '1' : '2'
  }

  it('give the verdicts that their authors read, in all 4256 replies', () => {
    const calls = items().flatMap(({ judges }) => judges)
    expect(calls.map(named)).toEqual(calls.map(({ winner }) => winner))
    expect(calls).toHaveLength(4256)
  })

  it('have the accuracy, consistency and position bias that their authors counted', () => {
    for (const [subset, judges] of Object.entries(subsets()))
      for (const [name, { computed, published_statistics_json: published }] of Object.entries(judges)) {
        const both = items()
          .filter((item) => item.subset === subset)
          .map(({ label, judges: all }) => {
            const of = all.filter((call) => `${call.judge}/${call.strategy}` === name)
            return { label: String(label), calls: [of.find(at('12'))!, of.find(at('21'))!] as const }
          })
        const right = (index: 0 | 1) =>
          agreementOf(both.map(({ label, calls }) => [named(calls[index]), label as string] as const)).agreed
        const parsed = both.filter(({ calls }) => calls.every((call) => named(call) !== 'unparsed'))
        const merges = parsed.map(({ label, calls }) => ({
          label: label === '1' ? 'left' : 'right',
          ...merged(verdictWord(calls[0]) as Word, verdictWord(calls[1]) as Word),
        }))
        const consistent = merges.filter(({ inconsistent }) => !inconsistent)
        // Two replies without a verdict agree for the authors; here they are no vote.
        const silent = both.filter(({ calls }) => calls.every((call) => named(call) === 'unparsed'))
        const everything = both.flatMap(({ calls }) => calls)
        expect({
          n: both.length,
          correct_order12: right(0),
          correct_order21: right(1),
          correct_both: consistent.filter(({ label, outcome }) => label === outcome).length,
          both_orders_agree: consistent.length + silent.length,
          first_shown_wins: everything.filter((call) => verdictWord(call) === 'first').length,
          parsed_calls: everything.filter((call) => verdictWord(call) !== 'unparsed').length,
        }).toEqual({
          n: computed['n'],
          correct_order12: computed['correct_order12'],
          correct_order21: computed['correct_order21'],
          correct_both: computed['correct_both'],
          both_orders_agree: computed['both_orders_agree'],
          first_shown_wins: computed['first_shown_wins'],
          parsed_calls: computed['parsed_calls'],
        })
        // For their κ a reply without a verdict is one for the second answer: whatever is not 1.
        const folded = (call: Call) => (named(call) === '1' ? '1' : '2')
        const { kappa } = agreementOf(both.map(({ calls }) => [folded(calls[0]), folded(calls[1])] as const))
        expect(kappa).toBeCloseTo(published.kappa_agreement, 10)
      }

    function at(order: string) {
      return (call: Call) => call.order === order
    }
  })
})
