import type { AdminPrompt } from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { selectForAdmin } from './retirement-queries.ts'
import { textsPublicFrom } from './texts-are-public.ts'

/** All prompts of an arena for its operator, by key, including retired ones, each with the beginning of its text. */
export async function listPrompts(db: Deps['db'], { id }: Pick<Arena, 'id'>): Promise<AdminPrompt[]> {
  const rows = await selectForAdmin(db, id)
  return rows.map(({ retired_at, ...prompt }) => ({
    ...prompt,
    retiredAt: retired_at?.toISOString() ?? null,
    textsPublicFrom: retired_at && textsPublicFrom(retired_at).toISOString(),
  }))
}
