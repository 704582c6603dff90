/** The picture of a board as SVG and PNG. */
import { Hono, type Context } from 'hono'
import { z } from 'zod'
import { LANGUAGES, type Language } from '../../../shared/contracts/language.ts'
import { boardView, finishBoard, shareSvg } from '../../../shared/finish/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { validateRequest, type Env } from '../../platform/http/http.ts'
import { NOT_MODIFIED, describeRoute, fileBody, textBody } from '../../platform/http/route-description.ts'
import { ViewRequest } from '../../ratings/index.ts'
import { strongEtag } from '../../platform/http/etag.ts'
import { isNotModified, respond } from '../../platform/http/respond.ts'
import { boardToRender, renderedEtag } from '../visible-snapshot.ts'
import { pictureTitle } from '../render/cells.ts'
import { cachedPng } from './png.ts'

/** A view, and how its picture looks: English and light unless something else is named. */
export const PlateRequest = ViewRequest.extend({
  lang: z.enum(Object.keys(LANGUAGES) as Language[]).default('en'),
  theme: z.enum(['light', 'dark']).default('light'),
})
type PlateRequest = z.infer<typeof PlateRequest>

export const plateRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get(
      '/a/:arena/plate.svg',
      describeRoute({
        summary:
          'The board as one picture of 1200 × 630 pixels: title, sentence, the topmost rows with their intervals and the finish line, and source. `lang` and `theme` choose how it looks.',
        responses: { 200: textBody('The picture.', 'image/svg+xml'), 304: NOT_MODIFIED },
        problems: ['arena_unknown', 'token_invalid', 'board_computing'],
      }),
      validateRequest('query', PlateRequest),
      async (c) => {
        const { etag, draw } = await pictured(c, deps, c.req.param('arena'), c.req.valid('query'))
        c.header('cross-origin-resource-policy', 'cross-origin')
        return respond(c, etag, 'image/svg+xml; charset=utf-8', draw)
      },
    )
    .get(
      '/a/:arena/plate.png',
      describeRoute({
        summary: 'The picture of `plate.svg` as PNG, for places that show no SVG.',
        responses: { 200: fileBody('The picture.', 'image/png'), 304: NOT_MODIFIED },
        problems: ['arena_unknown', 'token_invalid', 'too_many_requests'],
      }),
      validateRequest('query', PlateRequest),
      async (c) => {
        const picture = await pictured(c, deps, c.req.param('arena'), c.req.valid('query'))
        const etag = strongEtag(picture.etag + deps.settings.fonts.join())
        c.header('cross-origin-resource-policy', 'cross-origin')
        const png = isNotModified(c, etag)
          ? new Uint8Array()
          : await cachedPng(etag, deps.settings.fonts, picture.draw)
        return respond(c, etag, 'image/png', () => png)
      },
    )

/** The picture of the requested board, and its ETag. */
async function pictured(
  c: Context<Env>,
  deps: Deps,
  slug: string,
  { lang, theme, ...request }: PlateRequest,
) {
  const { arena, etag, closedAt, board } = await boardToRender(c, deps, slug, request)
  const draw = () => {
    const parsed = board()
    const options = { title: pictureTitle(arena.title, parsed, lang), closedAt }
    return shareSvg(boardView(finishBoard(parsed, options), lang), { theme })
  }
  return { etag: renderedEtag(etag, arena.title, lang, theme, closedAt), draw }
}
