/** Requests of the operator about what voters would see. */
import type { PreviewPair, PreviewRequest } from '../../../shared/contracts/battle.ts'
import { answered, server } from './http.ts'

/** A pair as voters would see it; nothing is recorded. */
export const previewOf = (arena: string, query: PreviewRequest): Promise<PreviewPair> =>
  answered(server.api.admin.arenas[':arena'].preview.$get({ param: { arena }, query }))
