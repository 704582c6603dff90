/** How the files of an arena were read. */
import type { ArenaFilesRead } from '../../../shared/contracts/index.ts'
import type { Arena } from '../../arenas/index.ts'
import type { Db, Trx } from '../../platform/schema.ts'
import { READ_TARGETS, type ReadPlan } from '../../../shared/contracts/read-plan.ts'
import type { ImportFile } from './arena-import.ts'
import { countWithNoun, visible } from '../../../shared/finish/lines.ts'
import { planPhrases } from '../../../shared/sentence/index.ts'

/** Notes the files of an import. One that is known stays as it was noted first. */
export async function recordImportedFiles(
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
    files: rows.map(({ read_at: readAt, plan, ...file }) => ({
      ...file,
      plan: { ...plan, columns: inOrder(plan.columns) },
      readAt: readAt.toISOString(),
    })),
  }
}

/** The columns in the order of their targets. The database orders keys by their length. */
const inOrder = (columns: ReadPlan['columns']): ReadPlan['columns'] =>
  Object.fromEntries(
    Object.entries(columns).sort(([a], [b]) => READ_TARGETS.indexOf(a) - READ_TARGETS.indexOf(b)),
  )

/** The same as text: each file with what it had, and how its columns were read. */
export function filesReadText({ arena, files }: ArenaFilesRead): string {
  if (files.length === 0) return `No file of ${arena} was read by its columns.`
  return files
    .map(({ file, plan, readAt, ...counts }) => {
      const { columns, outcomes, ignored } = planPhrases(plan)
      const had = (['votes', 'answers', 'prompts'] as const)
        .filter((what) => counts[what] > 0)
        .map((what) => countWithNoun(counts[what], what.slice(0, -1)))
      const lines = [
        ['form', plan.preset ? [plan.preset] : []],
        ['columns', columns],
        ['outcomes', outcomes],
        ['not read', ignored],
      ] as const
      return [
        `${visible(file)}, read on ${readAt.slice(0, 10)}: ${had.join(', ') || 'nothing new'}`,
        ...lines.flatMap(([name, phrases]) =>
          phrases.length > 0 ? [`  ${name}: ${visible(phrases.join(', '))}`] : [],
        ),
      ].join('\n')
    })
    .join('\n\n')
}
