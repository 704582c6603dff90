import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { agreementOf, kendallTauB } from '../../../shared/stats/index.ts'
import { hasReferenceData } from './reference.ts'

const folder = process.env['DEADHEAT_REFERENCE_DATA'] ?? ''
const repeated = (counts: [string, string, number][]) =>
  counts.flatMap(([a, b, count]) => Array.from({ length: count }, () => [a, b] as const))

describe('agreement', () => {
  it("and Cohen's κ are those of a table worked by hand", () => {
    const agreement = agreementOf(
      repeated([
        ['y', 'y', 20],
        ['y', 'n', 5],
        ['n', 'y', 10],
        ['n', 'n', 15],
      ]),
    )
    expect(agreement).toMatchObject({ shared: 50, agreed: 35, share: 0.7 })
    expect(agreement.kappa).toBeCloseTo((0.7 - 0.5) / (1 - 0.5), 12)
    expect(agreement.interval![0]).toBeLessThan(0.7)
  })

  it('is null if nothing is shared, and κ is null if chance explains everything', () => {
    expect(agreementOf([])).toEqual({ shared: 0, agreed: 0, share: null, interval: null, kappa: null })
    expect(agreementOf(repeated([['y', 'y', 9]]))).toMatchObject({ share: 1, kappa: null })
    expect(
      agreementOf(
        repeated([
          ['y', 'n', 5],
          ['n', 'y', 5],
        ]),
      ).kappa,
    ).toBeCloseTo(-1, 12)
  })
})

describe.skipIf(!hasReferenceData)('agreement on the published PandaLM items', () => {
  interface Item {
    human: string[]
    judges: Record<string, { winner?: string; unparsed?: boolean }>
  }
  const read = () =>
    readFileSync(join(folder, 'pandalm/items.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Item)
  const expected = () => JSON.parse(readFileSync(join(folder, 'pandalm/agreement.expected.json'), 'utf8'))

  it('between annotators equals the figures of its authors', () => {
    const { cohen_kappa_between_annotators } = expected()
    for (const [pair, kappa] of Object.entries<number>(cohen_kappa_between_annotators)) {
      const [a, b] = pair.split('-').map((one) => Number(one) - 1) as [number, number]
      const agreement = agreementOf(read().map(({ human }) => [human[a], human[b]] as const))
      expect(agreement.kappa).toBeCloseTo(kappa, 4)
    }
  })

  it.each(['gpt-3.5-turbo', 'pandalm-7b'])(
    'of %s with the majority equals an independent computation',
    (judge) => {
      const { n, accuracy, cohen_kappa } = expected().judge_vs_human_majority[judge]
      const agreement = agreementOf(
        read().map(({ human, judges }) => {
          const majority = human.find((one) => human.filter((other) => other === one).length > 1) ?? 'tie'
          return [majority, judges[judge].winner ?? 'unparsed'] as const
        }),
      )
      expect(agreement.shared).toBe(n)
      expect(100 * agreement.share!).toBeCloseTo(accuracy, 2)
      expect(agreement.kappa).toBeCloseTo(cohen_kappa, 4)
    },
  )
})

describe("Kendall's τ-b", () => {
  it('equals the value of a table computed by hand', () => {
    expect(kendallTauB([1, 2, 3, 4], [10, 20, 30, 40])).toBe(1)
    expect(kendallTauB([1, 2, 3, 4], [4, 3, 2, 1])).toBe(-1)
    expect(kendallTauB([1, 2, 3, 4, 5], [3, 4, 1, 2, 5])).toBeCloseTo(0.2, 12)
    // scipy.stats.kendalltau([12, 2, 1, 12, 2], [1, 4, 7, 1, 0]), from its documentation
    expect(kendallTauB([12, 2, 1, 12, 2], [1, 4, 7, 1, 0])).toBeCloseTo(-0.47140452079103173, 12)
  })

  it('is null if a list has only one value', () => {
    expect(kendallTauB([1, 1, 1], [1, 2, 3])).toBeNull()
    expect(kendallTauB([1], [2])).toBeNull()
    expect(() => kendallTauB([1, 2], [1])).toThrow(RangeError)
  })
})
