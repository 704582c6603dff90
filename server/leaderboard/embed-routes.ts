/** The board on other sites: a page for frames, and oEmbed, by which sites find it. */
import { Hono } from 'hono'
import type { Board } from '../../shared/contracts/index.ts'
import type { Language } from '../../shared/contracts/language.ts'
import type { Deps } from '../platform/deps.ts'
import { validateRequest, type Env, checkedQuery } from '../platform/http/http.ts'
import { ProblemError } from '../platform/problem.ts'
import { NOT_MODIFIED, describeRoute, jsonBody, textBody } from '../platform/http/route-description.ts'
import { respondJson, respond, jsonWithEtag } from '../platform/http/respond.ts'
import { ViewRequest } from '../ratings/index.ts'
import { publicOrigin } from '../platform/http/host-check.ts'
import { boardToRender, renderedEtag, requestedView } from './visible-snapshot.ts'
import {
  boardView,
  COLOURS,
  embedCode,
  embedSize,
  escaped,
  FACES,
  FAMILIES,
  finishBoard,
  isolated,
  LINK_HEIGHT,
  PLATE_SIZE,
  plateSvg,
  shareSvg,
  visible,
  boardWords,
  type Theme,
} from '../../shared/finish/index.ts'
import { z } from 'zod'
import { PlateRequest } from './plate/routes.ts'
import { pictureTitle } from './render/cells.ts'

/** A view, and how its page looks: in English, and without a theme as the reader's browser prefers. */
const EmbedRequest = PlateRequest.extend({ theme: z.enum(['light', 'dark']).optional() })
type EmbedRequest = z.infer<typeof EmbedRequest>

/** The query of the board's own page, with its "?"; empty for the default view. */
const boardSearch = (request: EmbedRequest): string =>
  searchText(request, Object.keys(ViewRequest.shape) as (keyof ViewRequest)[])

/** The query of the embedded page, with its "?". */
const embedSearch = ({ lang, ...request }: EmbedRequest): string =>
  searchText(
    { ...request, ...(lang !== 'en' && { lang }) },
    Object.keys(EmbedRequest.shape) as (keyof EmbedRequest)[],
  )

function searchText(request: Partial<EmbedRequest>, names: readonly (keyof EmbedRequest)[]): string {
  const search = new URLSearchParams()
  for (const name of names) if (request[name]) search.set(name, request[name])
  return search.size === 0 ? '' : `?${search}`
}

// oEmbed 1.0 (https://oembed.com): what other sites need to show a board when somebody names its address.

const Pixels = z.coerce.number().int().min(1).max(100_000).optional()

/** Sites send parameters of their own, too. */
const OembedRequest = z.looseObject({
  /** The address of a board's page, or of its `/embed`. */
  url: z.string().max(2000),
  /** `json`, which is the default. Any other is answered with 501. */
  format: z.string().max(20).default('json'),
  maxwidth: Pixels,
  maxheight: Pixels,
})
type OembedRequest = z.infer<typeof OembedRequest>

/** The response in the form of the specification, for the type `rich`. */
const Oembed = z.object({
  version: z.literal('1.0'),
  type: z.literal('rich'),
  /** The title of the arena. */
  title: z.string(),
  provider_name: z.string(),
  provider_url: z.string(),
  /** The picture of the board; missing if it is larger than `maxwidth` or `maxheight`. */
  thumbnail_url: z.string().optional(),
  thumbnail_width: z.number().int().optional(),
  thumbnail_height: z.number().int().optional(),
  /** The frame to insert. */
  html: z.string(),
  /** Pixels of the frame. */
  width: z.number().int(),
  height: z.number().int(),
})
type Oembed = z.infer<typeof Oembed>

/**
 * The arena and view that an address names.
 * @param origin of this server
 * @throws {ProblemError} not_found if the address is not that of a board of this server; invalid_request if its parameters
 * are wrong
 */
function boardAt(address: string, origin: string): { slug: string; request: EmbedRequest } {
  const url = URL.canParse(address) ? new URL(address) : null
  const isOurs = url && /^https?:$/.test(url.protocol) && url.host === new URL(origin).host
  const slug = isOurs && /^\/a\/([a-z0-9-]+)(\/embed)?\/?$/.exec(url.pathname)?.[1]
  if (!slug)
    throw new ProblemError(
      'not_found',
      `url: this is not the address of a board of this server. Give one such as ${origin}/a/ARENA.`,
    )
  return { slug, request: checkedQuery(Object.fromEntries(url.searchParams), EmbedRequest) }
}

/** What a site inserts for the board of `slug`. */
function oembedReply(
  slug: string,
  title: string,
  origin: string,
  request: EmbedRequest,
  { maxwidth = Infinity, maxheight = Infinity }: OembedRequest,
): Oembed {
  const size = embedSize(maxwidth, maxheight)
  const search = embedSearch(request)
  // the specification: a thumbnail respects the largest width and height, too
  const fits = PLATE_SIZE.width <= maxwidth && PLATE_SIZE.height <= maxheight
  return {
    version: '1.0',
    type: 'rich',
    title,
    provider_name: 'Deadheat',
    provider_url: origin,
    ...(fits && {
      thumbnail_url: `${origin}/a/${slug}/plate.png${search}`,
      thumbnail_width: PLATE_SIZE.width,
      thumbnail_height: PLATE_SIZE.height,
    }),
    html: embedCode(`${origin}/a/${slug}/embed${search}`, title, size),
    ...size,
  }
}

interface EmbedOptions {
  title: string
  language: Language
  theme: Theme | 'auto'
  closedAt: string | null
  /** The address of the board's page. */
  boardHref: string
}

/**
 * The page of a board for frames of other sites: its picture, which fills the frame, and a link to the board. It needs no
 * script. In a narrow frame the picture has a line for each name and one for its bar.
 */
function embedPage(board: Board, { title, language, theme, boardHref, closedAt }: EmbedOptions): string {
  const finishOptions = { title: pictureTitle(title, board, language), closedAt }
  const view = boardView(finishBoard(board, finishOptions), language)
  const link = boardWords(language).openBoard({ title: isolated(visible(title)) })
  const themes: readonly Theme[] = theme === 'auto' ? ['light', 'dark'] : [theme]
  const pictures = themes.map(
    (name) => `<div class="${name}">
<div class="wide">${shareSvg(view, { theme: name, ids: `wide-${name}` })}</div>
<div class="narrow">${plateSvg(view, { theme: name, width: NARROW, ids: `narrow-${name}` })}</div>
</div>`,
  )
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(visible(title))}</title>
<style>${PAGE_STYLE}${theme === 'auto' ? EITHER : themeColours(theme)}</style>
</head>
<body>
<main>
<h1>${escaped(visible(title))}</h1>
${pictures.join('\n')}
<p class="link"><a href="${escaped(boardHref)}" target="_blank" rel="noopener">${escaped(link)}</a></p>
</main>
</body>
</html>
`
}

/** The width in pixels for which a narrow picture is drawn; it grows with its frame. */
const NARROW = 400

const PAGE_STYLE = `${FACES.map(({ family, file }) => `@font-face{font-family:'${family}';src:url(/assets/${file}) format('woff2');font-weight:400 700;font-display:swap}`).join('')}
body{margin:0;font-family:${FAMILIES.sans}}
main{max-width:calc((100vh - ${LINK_HEIGHT}px)*${PLATE_SIZE.width}/${PLATE_SIZE.height});margin:0 auto}
svg{display:block;width:100%;height:auto}
p{margin:0}
h1{position:absolute;width:1px;height:1px;margin:0;overflow:hidden;clip-path:inset(50%)}
.link{padding:0 4.7%;font-size:14px;line-height:${LINK_HEIGHT}px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.narrow{display:none}
@media(max-width:560px){main{max-width:none}.wide{display:none}.narrow{display:block}}
`

const themeColours = (theme: Theme) =>
  `body{background:${COLOURS[theme].paper};color:${COLOURS[theme].ink}}a{color:inherit}`

const EITHER = `${themeColours('light')}.dark{display:none}@media(prefers-color-scheme:dark){${themeColours('dark')}.light{display:none}.dark{display:block}}`

export const embedRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get(
      '/a/:arena/embed',
      describeRoute({
        summary:
          'The picture of a board with a link to the board, as a page without scripts. It is the only page that frames of other sites may show. Without `theme` it is light or dark as the browser prefers.',
        responses: { 200: textBody('The page.', 'text/html'), 304: NOT_MODIFIED },
        problems: ['arena_unknown', 'token_invalid', 'board_computing'],
      }),
      // a frame takes the parameters of the site around it, too
      validateRequest('query', EmbedRequest.loose()),
      async (c) => {
        const request = c.req.valid('query')
        const slug = c.req.param('arena')
        const { arena, etag, closedAt, board } = await boardToRender(c, deps, slug, request)
        const options = {
          title: arena.title,
          language: request.lang,
          theme: request.theme ?? ('auto' as const),
          closedAt,
          boardHref: `/a/${slug}${boardSearch(request)}`,
        }
        return respond(c, renderedEtag(etag, options), 'text/html; charset=utf-8', () =>
          embedPage(board(), options),
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
      validateRequest('query', OembedRequest),
      async (c) => {
        const request = c.req.valid('query')
        if (request.format !== 'json')
          throw new ProblemError(
            'format_unsupported',
            `This server answers oEmbed as JSON, not as "${request.format}". Ask with format=json.`,
          )
        const origin = publicOrigin(c)
        const board = boardAt(request.url, origin)
        const { arena } = await requestedView(c, deps, board.slug, board.request)
        return respondJson(
          c,
          jsonWithEtag(oembedReply(arena.slug, arena.title, origin, board.request, request)),
        )
      },
    )
