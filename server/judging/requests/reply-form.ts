/** In what form a judge replies: asked for in showing, read in verdicts. */
import type { JudgementForm } from '../../../shared/contracts/index.ts'

export const PAIRWISE_VERDICTS = ['first', 'second', 'tie', 'both_bad'] as const

/**
 * The names by which criteria go in a reply: letters, digits and `_`, as every provider's schemas allow them.
 * @returns one for each criterion, in their order, no two alike
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

interface ReplyForm {
  form: JudgementForm
  criteria: readonly string[]
  reason: 'before' | 'after'
  /** Answers shown. */
  count: number
}

/** The JSON Schema of a reply. Its properties stand in the order in which they are to be written. */
export function replySchema({ form, criteria, reason, count }: ReplyForm): {
  name: string
  schema: Record<string, unknown>
} {
  const number = { type: 'integer', enum: Array.from({ length: count }, (_, index) => index + 1) }
  const said =
    form === 'pairwise'
      ? { verdict: { type: 'string', enum: PAIRWISE_VERDICTS } }
      : { order: { type: 'array', items: { type: 'array', items: number } } }
  const one = closedObject(inSequence(reason, { reason: { type: 'string' } }, said))
  const keys = criterionKeys(criteria)
  return { name: 'verdicts', schema: closedObject(Object.fromEntries(keys.map((key) => [key, one]))) }
}

/** A reply as JSON, for the judge to go by. */
export function replyExample({ form, criteria, reason, count }: ReplyForm): string {
  const said =
    form === 'pairwise' ? { verdict: PAIRWISE_VERDICTS.join(' | ') } : { order: exampleOrder(count) }
  const one = inSequence(reason, { reason: '…' }, said)
  const lines = criterionKeys(criteria).map((key) => `  ${JSON.stringify(key)}: ${JSON.stringify(one)}`)
  return `{\n${lines.join(',\n')}\n}`
}

/** A reply as marked lines, for a judge that cannot do JSON. */
export function replyLines({ form, criteria, count }: ReplyForm, marker: string): string {
  const said =
    form === 'pairwise'
      ? PAIRWISE_VERDICTS.join(' | ')
      : exampleOrder(count)
          .map((group) => group.join(' = '))
          .join(' > ')
  return criterionKeys(criteria)
    .map((key) => `VERDICT ${marker} [${key}]: ${said}`)
    .join('\n')
}

/** The last best, the rest equal: an example that favours no place at the top. */
function exampleOrder(count: number): number[][] {
  return [[count], Array.from({ length: count - 1 }, (_, index) => index + 1)]
}

function inSequence(reason: 'before' | 'after', why: object, what: object): Record<string, unknown> {
  return reason === 'before' ? { ...why, ...what } : { ...what, ...why }
}

function closedObject(properties: Record<string, unknown>): Record<string, unknown> {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}
