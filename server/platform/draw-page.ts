import type { Context } from 'hono'
import type { ArenaDetail, Begin } from '../../shared/contracts/index.ts'
import { builtPage, filledPage } from './built-page.ts'
import type { Env } from './http.ts'
import type { Log } from './log.ts'
import { pageRenderer } from './page-renderer.ts'
import { readerWishes } from './reader-wishes.ts'

/** What a page depends on beside its address. */
export const PAGE_VARIES = 'cookie, accept-language, authorization'

/** The page for one reader. */
export interface OpenPage {
  language: string
  /** Another build of the page has another. */
  stamp: string
  /**
   * The whole page as HTML, in one go. Undefined when the renderer fails, of which the log says why.
   * @param url the address as the reader has it
   * @param begin what it shows; null leaves the drawing to the browser
   */
  draw: (url: string, arena: ArenaDetail | null, begin: Begin | null) => string | undefined
}

/** The page in the language of whoever asks; null where it is not built, or its renderer cannot be had. */
export async function openPage(c: Context<Env>, log: Log): Promise<OpenPage | null> {
  const [built, renderer] = await Promise.all([builtPage(), pageRenderer(log)])
  if (!built || !renderer) return null
  const language = renderer.languageFor(readerWishes(c))
  return {
    language,
    stamp: built.stamp,
    draw(url, arena, begin) {
      try {
        const drawn = renderer.draw({ url, language, arena, begin })
        return filledPage(built, drawn, language, begin && drawn.body !== '' ? begin : null)
      } catch (error) {
        log.error({ err: error, requestId: c.get('requestId') }, 'a page could not be drawn here')
        return undefined
      }
    },
  }
}
