/** Answers that programs and people read: JSON, or a text of the same, by the `Accept` header. */
import type { Context } from 'hono'
import { parseAccept } from 'hono/utils/accept'
import { VERDICT_HEADER, type ExitVerdict } from '../../../shared/contracts/answer.ts'

/** How a text is laid out, as parameters of its type: `Accept: text/plain; width=80; colour=1`. */
export interface Layout {
  /** The most columns of a line. */
  width: number
  /** Whether escape codes may colour it. */
  colour: boolean
  /** Other parameters. */
  parameters: Readonly<Record<string, string>>
}

export const TEXT_TYPES = ['text/plain', 'text/markdown', 'application/xml'] as const
export type TextType = (typeof TEXT_TYPES)[number]

/** The texts of an answer by their types. */
export type Texts<Value> = Partial<Record<TextType, (value: Value, layout: Layout) => string>>

/** The headers by which such an answer differs. */
export const BY_ACCEPT = 'accept, authorization'

const WIDTH = 100
const [MIN_WIDTH, MAX_WIDTH] = [40, 1000]

const JSON_TYPE = 'application/json'

/**
 * The text that a request prefers to JSON, as RFC 9110 says; null: JSON, also where nothing fits. Browsers put XML before
 * anything else, but for pages: whoever takes pages is sent none.
 */
export function textAccepted<Type extends string>(
  accept: string | undefined,
  types: readonly Type[],
): { type: Type; layout: Layout } | null {
  if (!accept) return null
  const ranges = parseAccept(accept).map((range) => ({ ...range, type: range.type.toLowerCase() }))
  const takesPages = ranges.some(({ type }) => type === 'text/html')
  const offers = [JSON_TYPE, ...types.filter((type) => type !== 'application/xml' || !takesPages)] as const
  const [best] = offers
    .flatMap((type) => preferenceFor(type, ranges) ?? [])
    .toSorted((a, b) => b.q - a.q || b.precision - a.precision || a.place - b.place)
  if (!best || best.type === JSON_TYPE) return null
  const width = Math.floor(Number(best.params['width'])) || WIDTH
  return {
    type: best.type as Type,
    layout: {
      width: Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)),
      colour: best.params['colour'] === '1',
      parameters: best.params,
    },
  }
}

type Range = ReturnType<typeof parseAccept>[number]

/** What the most precise range of a header says of a type; null: it is not acceptable. */
function preferenceFor(type: string, ranges: readonly Range[]) {
  const byPrecision = ['*/*', type.replace(/\/.*/, '/*'), type]
  const [range] = ranges
    .map(({ type: accepted, q, params }, place) => ({
      type,
      q,
      params,
      place,
      precision: byPrecision.indexOf(accepted),
    }))
    .filter(({ precision }) => precision >= 0)
    .toSorted((a, b) => b.precision - a.precision)
  return range && range.q > 0 ? range : null
}

/**
 * The answer in the form that the request accepts, with its verdict in a header, which the terminal makes its exit code.
 * The type is that of JSON, which clients of the page's kind ask for.
 */
export function respondByAccept<Value extends object>(
  c: Context,
  value: Value,
  texts: Texts<Value>,
  verdict?: ExitVerdict,
) {
  c.header('vary', BY_ACCEPT)
  if (verdict) c.header(VERDICT_HEADER, verdict)
  const accepted = textAccepted(c.req.header('accept'), Object.keys(texts) as TextType[])
  if (!accepted) return c.json(value)
  const text = texts[accepted.type]!(value, accepted.layout)
  const headers = { 'content-type': `${accepted.type}; charset=utf-8` }
  return c.body(text.endsWith('\n') ? text : `${text}\n`, { headers }) as unknown as ReturnType<
    typeof c.json<Value>
  >
}
