import { z } from 'zod'
import { namesOfToday } from '../squashed-migrations.ts'

/** The layout of the file. A reader refuses every other number. */
export const FORMAT = 1

/** The name of the section with the jobs that wait, which are no table of Deadheat. */
export const JOBS = 'waiting jobs'

/** The first part of a backup. */
export const Head = z.object({ deadheatBackup: z.int() })

/** The start of a section: the rows of one table follow, in the text format of COPY. */
export const SectionStart = z.object({ table: z.string() })

export const Section = z.object({
  name: z.string(),
  columns: z.array(z.string()).min(1),
  rows: z.int().min(0),
  /** SHA-256 of the rows as they are in the file, hexadecimal. */
  sha256: z.string().length(64),
})
export type Section = z.infer<typeof Section>

/** The last part of a backup. Without it the file is incomplete. */
export const Manifest = z.object({
  /** The version of Deadheat that made the backup. */
  deadheat: z.string(),
  postgres: z.string(),
  /** ISO 8601. */
  at: z.string(),
  /** The migrations of the database, in order. */
  migrations: z.array(z.string()).min(1).transform(namesOfToday),
  /** In the order of the file: a table comes after those that it refers to. */
  sections: z.array(Section),
  /** The last value of each sequence that was used; text, because it may exceed 2⁵³. */
  sequences: z.array(z.object({ name: z.string(), last: z.string().regex(/^\d+$/) })),
})
export type Manifest = z.infer<typeof Manifest>
