import type { Context } from 'hono'
import type { ArenaDetail, Begin } from '../../shared/contracts/index.ts'
import { builtPage, filledPage } from './built-page.ts'
import type { Env } from './http.ts'
import type { Log } from './log.ts'
import { pageRenderer } from './page-renderer.ts'
import { withPublicAddress } from './public-address.ts'
import { getCookie } from 'hono/cookie'

/** The request headers that a page depends on. */
export const PAGE_VARIES = 'cookie, accept-language, authorization'

/** The page for one reader. */
export interface OpenPage {
  language: string
  /** Differs for each build of the page. */
  stamp: string
  /**
   * The whole page as HTML. Undefined if the renderer fails; the log says why.
   * @param url the address in the reader's browser
   * @param begin the data to draw; null leaves the drawing to the browser
   */
  draw: (url: string, arena: ArenaDetail | null, begin: Begin | null) => string | undefined
}

/** The page in the reader's language; null if page or renderer are not built. */
export async function openPage(c: Context<Env>, log: Log): Promise<OpenPage | null> {
  const [built, renderer] = await Promise.all([builtPage(), pageRenderer(log)])
  if (!built || !renderer) return null
  const language = renderer.languageFor(readerLanguages(c))
  return {
    language,
    stamp: built.stamp,
    draw(url, arena, begin) {
      try {
        const drawn = renderer.draw({ url, language, arena, begin })
        const data = begin && drawn.body !== '' ? begin : null
        return withPublicAddress(c, filledPage(built, drawn, language, data))
      } catch (error) {
        log.error({ err: error, requestId: c.get('requestId') }, 'a page could not be drawn here')
        return undefined
      }
    },
  }
}

/** The languages of a reader, most preferred first: the one chosen on the page, then those of the browser. */
function readerLanguages(c: Context): string[] {
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
