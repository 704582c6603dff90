/** The picture of a board as SVG and PNG. */
import { Hono, type Context } from 'hono'
import { z } from 'zod'
import type { Board } from '../../../shared/contracts/index.ts'
import { boardView, finishBoard, shareSvg, type Language, type Theme } from '../../../shared/finish/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { validateRequest, type Env } from '../../platform/http/http.ts'
import { NOT_MODIFIED, describeRoute, fileBody, textBody } from '../../platform/http/route-description.ts'
import { VERSION } from '../../platform/config/installation.ts'
import { ViewRequest, type Snapshot } from '../../ratings/index.ts'
import { isNotModified, respond, strongEtag } from '../../platform/http/respond.ts'
import { boardClosedAt, snapshotWithTimeout, requestedView } from '../visible-snapshot.ts'
import { pictureTitle } from '../render/cells.ts'
import { cachedPng } from './png.ts'

/** A view, and how its picture looks: English and light unless something else is named. */
export const PlateRequest = ViewRequest.extend({
  lang: z.enum(['en', 'de']).default('en'),
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
        const { snapshot, options } = await pictured(c, deps, c.req.param('arena'), c.req.valid('query'))
        c.header('cross-origin-resource-policy', 'cross-origin')
        return respond(c, plateTag(snapshot, options), 'image/svg+xml; charset=utf-8', () =>
          draw(snapshot, options),
        )
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
        const { snapshot, options } = await pictured(c, deps, c.req.param('arena'), c.req.valid('query'))
        const etag = strongEtag(plateTag(snapshot, options) + deps.settings.fonts.join())
        c.header('cross-origin-resource-policy', 'cross-origin')
        const png = isNotModified(c, etag)
          ? new Uint8Array()
          : await cachedPng(etag, deps.settings.fonts, () => draw(snapshot, options))
        return respond(c, etag, 'image/png', () => png)
      },
    )

/** The board of a picture, and what else the picture shows. */
async function pictured(c: Context<Env>, deps: Deps, slug: string, request: PlateRequest) {
  const { arena, view } = await requestedView(c, deps, slug, request)
  const options: PictureOptions = {
    title: arena.title,
    language: request.lang,
    theme: request.theme,
    closedAt: await boardClosedAt(deps, arena, view),
  }
  return { snapshot: await snapshotWithTimeout(deps, arena, view), options }
}

interface PictureOptions {
  title: string
  language: Language
  theme: Theme
  closedAt: string | null
}

function draw(snapshot: Snapshot, { title, closedAt, language, theme }: PictureOptions): string {
  const board = JSON.parse(snapshot.board) as Board
  const finishOptions = { title: pictureTitle(title, board, language), closedAt }
  return shareSvg(boardView(finishBoard(board, finishOptions), language), { theme })
}

/** Differs for all that the picture shows, and for each version of the program. */
const plateTag = ({ etag }: Snapshot, options: PictureOptions): string =>
  strongEtag(JSON.stringify([etag, options, VERSION]))
