import { counted } from './figures.ts'

/** Why a backup cannot be made or restored, and what the commands say when they are done. */
export const backups = {
  backup_of_nothing:
    'This database has no tables of Deadheat, so there is nothing to back up. Check DATABASE_URL and DEADHEAT_DATA.',
  no_backup: ({ file }: { file: string }) =>
    `${file} is not a backup of Deadheat. Name a file that "db backup" wrote.`,
  backup_damaged: ({ file, why }: { file: string; why: string }) =>
    `${file} is damaged or incomplete (${why}). Nothing was restored; use another backup.`,
  backup_of_other_format: ({ file, format }: { file: string; format: number }) =>
    `${file} has format ${format} of backups, which this version cannot read: update Deadheat, then restore.`,
  backup_newer: ({ file, version, migration }: { file: string; version: string; migration: string }) =>
    `${file} was made by Deadheat ${version} and needs its migration ${migration}, which this version does not have: update Deadheat, then restore.`,
  backup_too_old: ({ file, migration }: { file: string; migration: string }) =>
    `${file} ends at migration ${migration} of an early version, which this version no longer completes. Restore it with the version of 24 November 2026 (commit 997b7a60), and make a new backup there.`,
  restore_into_content: ({ table }: { table: string }) =>
    `The database is not empty: it has "${table}". Nothing was restored. Make an empty database and name it in DATABASE_URL, or name a new folder in DEADHEAT_DATA.`,
  backup_is_no_stream: 'A backup is read twice, so it cannot come from standard input: name a file.',
  backup_written: ({ file, arenas, votes }: { file: string; arenas: number; votes: number }) =>
    `Wrote ${file}: ${counted(arenas, 'arena')}, ${counted(votes, 'vote')}. It is as secret as the database.`,
  backup_restored: ({ file, arenas, votes }: { file: string; arenas: number; votes: number }) =>
    `Restored ${file}: ${counted(arenas, 'arena')}, ${counted(votes, 'vote')}.`,
  backup_migrated: ({ count: migrations }: { count: number }) =>
    `The backup was older: ${counted(migrations, 'migration')} applied.`,
}
