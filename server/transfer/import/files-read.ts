/** How the files of an arena were read. */
import type { ArenaFilesRead } from '../../../shared/contracts/index.ts'
import type { Arena } from '../../arenas/index.ts'
import type { Db, Trx } from '../../platform/schema.ts'
import type { ImportFile } from './arena-import.ts'

/** Notes the files of an import. One that is known stays as it was noted first. */
export async function noteFilesRead(
  trx: Trx,
  arenaId: number,
  files: readonly ImportFile[],
  now: Date,
): Promise<void> {
  const rows = files.flatMap((file) => {
    const read = file.asRead?.() ?? null
    if (!read) return []
    const { name, plan, votes, answers, prompts } = read
    return {
      arena_id: arenaId,
      file: name,
      content_id: file.id(),
      plan: JSON.stringify(plan),
      votes,
      answers,
      prompts,
      read_at: now,
    }
  })
  if (rows.length > 0)
    await trx
      .insertInto('read_files')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['arena_id', 'content_id']).doNothing())
      .execute()
}

/** The most files that are listed. */
const MAX_FILES = 1000

/** The files of an arena, oldest first, with the plan of each. */
export async function selectReadFiles(db: Db, arena: Pick<Arena, 'id' | 'slug'>): Promise<ArenaFilesRead> {
  const rows = await db
    .selectFrom('read_files')
    .select(['file', 'plan', 'votes', 'answers', 'prompts', 'read_at'])
    .where('arena_id', '=', arena.id)
    .orderBy('id')
    .limit(MAX_FILES)
    .execute()
  return {
    arena: arena.slug,
    files: rows.map(({ read_at: readAt, ...file }) => ({ ...file, readAt: readAt.toISOString() })),
  }
}
