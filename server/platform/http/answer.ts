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

/** The text that a request accepts rather than JSON; null: JSON. */
export function textAccepted<Type extends string>(
  accept: string | undefined,
  types: readonly Type[],
): { type: Type; layout: Layout } | null {
  if (!accept || !/^(?:text|application\/xml)/.test(accept)) return null
  const [{ type, params }] = parseAccept(accept)
  const found = types.find((candidate) => candidate === type)
  if (!found) return null
  const width = Math.floor(Number(params['width'])) || WIDTH
  return {
    type: found,
    layout: {
      width: Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)),
      colour: params['colour'] === '1',
      parameters: params,
    },
  }
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
