import type { AdminPrompts, PromptsRequest } from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { countPrompts, selectForAdmin } from './retirement-queries.ts'
import { textsPublicFrom } from './texts-are-public.ts'

/**
 * A part of the prompts of an arena for its operator, by key, including retired ones, each with the beginning of its text
 * and what is known of its answers.
 */
export async function listPrompts(
  db: Deps['db'],
  { id }: Pick<Arena, 'id'>,
  request: PromptsRequest,
): Promise<AdminPrompts> {
  const [rows, counts] = await Promise.all([
    selectForAdmin(db, id, request),
    countPrompts(db, id, request.find),
  ])
  const prompts = rows.map(({ retired_at, ...prompt }) => ({
    ...prompt,
    retiredAt: retired_at?.toISOString() ?? null,
    textsPublicFrom: retired_at && textsPublicFrom(retired_at).toISOString(),
  }))
  return { prompts, ...counts }
}
