import type { JudgementForm } from '../../../shared/contracts/index.ts'
import { PAIRWISE_VERDICTS } from '../requests/index.ts'

export type PairwiseValue = { verdict: (typeof PAIRWISE_VERDICTS)[number] }
export type ListwiseValue = { order: number[][] }
export type VerdictValue = PairwiseValue | ListwiseValue

/** One of the four words, in any case; null for all else. */
export function pairwiseVerdict(said: unknown): PairwiseValue | null {
  if (typeof said !== 'string') return null
  const word = said.trim().toLowerCase()
  const verdict = PAIRWISE_VERDICTS.find((one) => one === word)
  return verdict ? { verdict } : null
}

/**
 * Groups of numbers from 1 to `count`, best first, each number exactly once; a number alone is a group of one.
 * @returns the same counted from 0; null for all else
 */
export function rankedOrder(said: unknown, count: number): ListwiseValue | null {
  if (!Array.isArray(said)) return null
  const order = said.map((group: unknown) => (Array.isArray(group) ? group : [group]) as unknown[])
  const numbers = order.flat()
  const valid = numbers.every((one) => Number.isInteger(one) && Number(one) >= 1 && Number(one) <= count)
  if (!valid || numbers.length !== count || new Set(numbers).size !== count) return null
  if (order.some((group) => group.length === 0)) return null
  return { order: order.map((group) => group.map((one) => Number(one) - 1)) }
}

/** The value of a marked line: a word, or `2 > 1 = 3`. Emphasis and a full stop around it do not matter. */
export function lineValue(said: string, form: JudgementForm, count: number): VerdictValue | null {
  const bare = said.replace(/^[\s*_`"]+|[\s*_`".]+$/g, '')
  if (form === 'pairwise') return pairwiseVerdict(bare)
  if (!/^\d+(?:\s*[>=]\s*\d+)*$/.test(bare)) return null
  return rankedOrder(
    bare.split('>').map((group) => group.split('=').map((one) => Number(one.trim()))),
    count,
  )
}
