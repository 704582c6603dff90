/** The form of a judge's reply. Requests ask for it, verdicts are read by it. */
import type { JudgementForm } from '../../../shared/contracts/index.ts'

export const PAIRWISE_VERDICTS = ['first', 'second', 'tie', 'both_bad'] as const

/**
 * The keys of criteria in a reply: letters, digits and `_`, which every provider's schemas allow.
 * @returns one for each criterion, in the same order, all different
 */
export function criterionKeys(criteria: readonly string[]): string[] {
  const keys: string[] = []
  for (const criterion of criteria) {
    const plain = criterion
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '')
      .slice(0, 48)
    const key = plain || 'criterion'
    let unique = key
    for (let number = 2; keys.includes(unique); number++) unique = `${key}_${number}`
    keys.push(unique)
  }
  return keys
}

export interface ReplyForm {
  form: JudgementForm
  criteria: readonly string[]
  reason: 'before' | 'after'
  /** Answers shown. */
  count: number
}

/** The JSON Schema of a reply. Its properties are in the order in which the judge should write them. */
export function replySchema({ form, criteria, reason, count }: ReplyForm): {
  name: string
  schema: Record<string, unknown>
} {
  const number = { type: 'integer', enum: Array.from({ length: count }, (_, index) => index + 1) }
  const value =
    form === 'pairwise'
      ? { verdict: { type: 'string', enum: PAIRWISE_VERDICTS } }
      : { order: { type: 'array', items: { type: 'array', items: number } } }
  const one = closedObject(inSequence(reason, { reason: { type: 'string' } }, value))
  const keys = criterionKeys(criteria)
  return { name: 'verdicts', schema: closedObject(Object.fromEntries(keys.map((key) => [key, one]))) }
}

/** An example of a reply in JSON. */
export function replyExample({ form, criteria, reason, count }: ReplyForm): string {
  const value =
    form === 'pairwise' ? { verdict: PAIRWISE_VERDICTS.join(' | ') } : { order: exampleOrder(count) }
  const one = inSequence(reason, { reason: '…' }, value)
  const lines = criterionKeys(criteria).map((key) => `  ${JSON.stringify(key)}: ${JSON.stringify(one)}`)
  return `{\n${lines.join(',\n')}\n}`
}

/** An example of a reply in marked lines, for a judge that cannot write JSON. */
export function replyLines({ form, criteria, count }: ReplyForm, marker: string): string {
  const value =
    form === 'pairwise'
      ? PAIRWISE_VERDICTS.join(' | ')
      : exampleOrder(count)
          .map((group) => group.join(' = '))
          .join(' > ')
  return criterionKeys(criteria)
    .map((key) => `VERDICT ${marker} [${key}]: ${value}`)
    .join('\n')
}

/** The last answer first, the others tied: an example that does not favour the first place. */
function exampleOrder(count: number): number[][] {
  return [[count], Array.from({ length: count - 1 }, (_, index) => index + 1)]
}

function inSequence(
  reason: 'before' | 'after',
  reasonField: object,
  verdictField: object,
): Record<string, unknown> {
  return reason === 'before' ? { ...reasonField, ...verdictField } : { ...verdictField, ...reasonField }
}

function closedObject(properties: Record<string, unknown>): Record<string, unknown> {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}
