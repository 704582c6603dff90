/** The board on other sites: a page for frames, and oEmbed, by which sites find it. */
import { Hono } from 'hono'
import type { Board } from '../../../shared/contracts/index.ts'
import { msg } from '../../../shared/messages/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { checked } from '../../platform/http.ts'
import type { Env } from '../../platform/http.ts'
import { ProblemError } from '../../platform/problem.ts'
import { NOT_MODIFIED, describeRoute, jsonBody, textBody } from '../../platform/route-description.ts'
import { respond, tagged, tagOf } from '../../platform/respond.ts'
import { VERSION } from '../../platform/version.ts'
import { currentSnapshot } from '../../ratings/index.ts'
import { originOf } from '../../platform/public-address.ts'
import { showsClosed } from '../shows-closed.ts'
import { viewFor } from '../snapshot-for.ts'
import { embedPage } from './embed-page.ts'
import { boardSearch, EmbedRequest } from './embed-request.ts'
import { boardAt, Oembed, oembedOf, OembedRequest } from './oembed.ts'

export const embedRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get(
      '/a/:arena/embed',
      describeRoute({
        summary:
          'The picture of a board with a link to the board, as a page without scripts. It is the only page that frames of other sites may show. Without `theme` it is light or dark as the browser prefers.',
        responses: { 200: textBody('The page.', 'text/html'), 304: NOT_MODIFIED },
        problems: ['arena_unknown', 'token_invalid'],
      }),
      checked('query', EmbedRequest),
      async (c) => {
        const request = c.req.valid('query')
        const { arena, view } = await viewFor(c, deps, c.req.param('arena'), request)
        const { etag, board } = await currentSnapshot(deps, arena, view)
        const options = {
          title: arena.title,
          question: arena.description,
          language: request.lang,
          theme: request.theme ?? ('auto' as const),
          isClosed: await showsClosed(deps, arena, view),
          boardHref: `/a/${arena.slug}${boardSearch(request)}`,
        }
        const tag = tagOf(JSON.stringify([etag, options, VERSION]))
        return respond(c, tag, 'text/html; charset=utf-8', () =>
          embedPage(JSON.parse(board) as Board, options),
        )
      },
    )
    .get(
      '/oembed',
      describeRoute({
        summary:
          'oEmbed 1.0: the frame that shows a board, for the address of its page. The parameters of that address choose the view, `lang` and `theme`.',
        responses: {
          200: jsonBody('The frame as HTML, with its size, and with a strong ETag.', Oembed),
          304: NOT_MODIFIED,
        },
        problems: ['not_found', 'arena_unknown', 'token_invalid', 'format_unsupported'],
      }),
      checked('query', OembedRequest),
      async (c) => {
        const request = c.req.valid('query')
        if (request.format !== 'json')
          throw new ProblemError('format_unsupported', msg('oembed_is_json', { format: request.format }))
        const origin = originOf(c)
        const board = boardAt(request.url, origin)
        const { arena } = await viewFor(c, deps, board.slug, board.request)
        const { etag, text } = tagged(oembedOf(arena.slug, arena.title, origin, board.request, request))
        return respond(c, etag, 'application/json; charset=utf-8', () => text)
      },
    )
