/** The picture of a board as SVG and PNG. */
import { Hono } from 'hono'
import { z } from 'zod'
import type { Board } from '../../../shared/contracts/index.ts'
import { plateSvg } from '../../../shared/plate/index.ts'
import type { Arena } from '../../arenas/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { checked } from '../../platform/http.ts'
import type { Env } from '../../platform/http.ts'
import { NOT_MODIFIED, describeRoute, fileBody, textBody } from '../../platform/route-description.ts'
import { VERSION } from '../../platform/version.ts'
import { currentSnapshot, ViewRequest } from '../../ratings/index.ts'
import type { Snapshot } from '../../ratings/index.ts'
import { clientHas, respond, tagOf } from '../../platform/respond.ts'
import { viewFor } from '../snapshot-for.ts'
import { pngOf } from './png.ts'

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
          'The board as one picture of 1200 × 630 pixels: question, sentence, the first twelve rows with their intervals, legend and source. `lang` and `theme` choose how it looks.',
        responses: { 200: textBody('The picture.', 'image/svg+xml'), 304: NOT_MODIFIED },
        problems: ['arena_unknown', 'token_invalid'],
      }),
      checked('query', PlateRequest),
      async (c) => {
        const request = c.req.valid('query')
        const { arena, view } = await viewFor(c, deps, c.req.param('arena'), request)
        const snapshot = await currentSnapshot(deps, arena, view)
        c.header('cross-origin-resource-policy', 'cross-origin')
        return respond(c, plateTag(arena, snapshot, request), 'image/svg+xml; charset=utf-8', () =>
          draw(arena, snapshot, request),
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
      checked('query', PlateRequest),
      async (c) => {
        const request = c.req.valid('query')
        const { arena, view } = await viewFor(c, deps, c.req.param('arena'), request)
        const snapshot = await currentSnapshot(deps, arena, view)
        const etag = tagOf(plateTag(arena, snapshot, request) + deps.fonts.join())
        c.header('cross-origin-resource-policy', 'cross-origin')
        const png = clientHas(c, etag)
          ? new Uint8Array()
          : await pngOf(etag, deps.fonts, () => draw(arena, snapshot, request))
        return respond(c, etag, 'image/png', () => png)
      },
    )

function draw({ title, description }: Arena, { board }: Snapshot, { lang, theme }: PlateRequest): string {
  return plateSvg(JSON.parse(board) as Board, { title, question: description, language: lang, theme })
}

/** Differs for all that the picture shows, and for each version of the program. */
function plateTag({ title, description }: Arena, { etag }: Snapshot, { lang, theme }: PlateRequest): string {
  return tagOf(JSON.stringify([etag, title, description, lang, theme, VERSION]))
}
