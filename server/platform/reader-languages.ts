import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'

/** The languages of a reader, most preferred first: the one chosen on the page, then those of the browser. */
export function readerLanguages(c: Context): string[] {
  const chosen = getCookie(c, 'language')
  return [...(chosen ? [chosen] : []), ...languagesIn(c.req.header('accept-language') ?? '')]
}

/** The languages in a header like "de-AT;q=0.5, en", by weight. */
export function languagesIn(header: string): string[] {
  return header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(/\s*;\s*/)
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return { tag, weight: weight === undefined ? 1 : Number(weight.slice(2)) }
    })
    .filter(({ tag, weight }) => /^[a-z]{1,8}(-[a-z0-9]{1,8})*$/i.test(tag) && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}
