import { z } from 'zod'
import { ViewRequest } from '../../ratings/index.ts'
import { PlateRequest } from '../plate/routes.ts'

/** A view, and how its page looks: in English, and without a theme as the reader's browser prefers. */
export const EmbedRequest = PlateRequest.extend({ theme: z.enum(['light', 'dark']).optional() })
export type EmbedRequest = z.infer<typeof EmbedRequest>

/** The query of the board's own page, with its "?"; empty for the default view. */
export const boardSearch = (request: EmbedRequest): string =>
  searchOf(request, Object.keys(ViewRequest.shape) as (keyof ViewRequest)[])

/** The query of the embedded page, with its "?". */
export const embedSearch = ({ lang, ...request }: EmbedRequest): string =>
  searchOf(
    { ...request, ...(lang !== 'en' && { lang }) },
    Object.keys(EmbedRequest.shape) as (keyof EmbedRequest)[],
  )

function searchOf(request: Partial<EmbedRequest>, names: readonly (keyof EmbedRequest)[]): string {
  const search = new URLSearchParams()
  for (const name of names) if (request[name]) search.set(name, request[name])
  return search.size === 0 ? '' : `?${search}`
}
