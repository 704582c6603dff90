/** A whole arena as one file, in the container of a backup: one section for each table, and a manifest at the end. */
import { z } from 'zod'
import { ArenaSlug } from '../../../shared/contracts/index.ts'
import { msg } from '../../../shared/messages/index.ts'
import { Section, type Kind } from '../../platform/postgres/backup/index.ts'
import { namesOfToday } from '../../platform/postgres/squashed-migrations.ts'

/** The layout of the file. A reader refuses every other number. */
export const ARCHIVE_FORMAT = 1

export const ArchiveHead = z.object({ deadheatArena: z.int() })

export const ArchiveManifest = z.object({
  /** The version of Deadheat that wrote the archive. */
  deadheat: z.string(),
  /** ISO 8601. */
  at: z.string(),
  slug: ArenaSlug,
  /** The migrations of the database, in order. The archive fits a database with the same ones. */
  migrations: z.array(z.string()).min(1).transform(namesOfToday),
  /** The arena's own row first. No section has the number of the arena. */
  sections: z.array(Section).min(1),
})
export type ArchiveManifest = z.infer<typeof ArchiveManifest>

export const ARCHIVE: Kind<ArchiveManifest> = {
  refusal: (json, file) => {
    const head = ArchiveHead.safeParse(json)
    if (!head.success) return msg('no_archive', { file })
    const { deadheatArena: format } = head.data
    return format === ARCHIVE_FORMAT ? null : msg('archive_of_other_format', { file, format })
  },
  manifest: ArchiveManifest,
}
