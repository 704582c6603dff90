/** oEmbed 1.0 (https://oembed.com): what other sites need to show a board when somebody names its address. */
import { z } from 'zod'
import { msg } from '../../../shared/messages/index.ts'
import { embedCode, embedSize, PLATE_SIZE } from '../../../shared/plate/index.ts'
import { checkedQuery } from '../../platform/http.ts'
import { ProblemError } from '../../platform/problem.ts'
import { EmbedRequest, embedSearch } from './embed-request.ts'

const Pixels = z.coerce.number().int().min(1).max(100_000).optional()

export const OembedRequest = z.object({
  /** The address of a board's page, or of its `/embed`. */
  url: z.string().max(2000),
  /** `json`, which is the default. Any other is answered with 501. */
  format: z.string().max(20).default('json'),
  maxwidth: Pixels,
  maxheight: Pixels,
})
export type OembedRequest = z.infer<typeof OembedRequest>

/** The response in the form of the specification, for the type `rich`. */
export const Oembed = z.object({
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
export type Oembed = z.infer<typeof Oembed>

/**
 * The arena and view that an address names.
 * @param origin of this server
 * @throws {ProblemError} not_found if the address is not that of a board of this server; invalid_request if its parameters
 * are wrong
 */
export function boardAt(address: string, origin: string): { slug: string; request: EmbedRequest } {
  const url = URL.canParse(address) ? new URL(address) : null
  const isOurs = url && /^https?:$/.test(url.protocol) && url.host === new URL(origin).host
  const slug = isOurs && /^\/a\/([a-z0-9-]+)(\/embed)?\/?$/.exec(url.pathname)?.[1]
  if (!slug) throw new ProblemError('not_found', msg('no_board_at', { origin }))
  return { slug, request: checkedQuery(Object.fromEntries(url.searchParams), EmbedRequest) }
}

/** What a site inserts for the board of `slug`. */
export function oembedOf(
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
