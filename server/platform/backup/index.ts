/**
 * Backups of a whole database, and their way back. Invariants: a backup is one snapshot, made while others read and write.
 * Its manifest, the last part, has the migrations of the database and the rows and SHA-256 of each table. A restore
 * writes to an empty database alone, all or nothing, after the whole file was checked.
 */
export { BackupError } from './backup-error.ts'
export { backupOf } from './write-backup.ts'
export { checkBackup } from './read-backup.ts'
export type { BackupFile } from './read-backup.ts'
export { mustBeRestorable, restoreBackup } from './restore-backup.ts'
export { JOBS } from './manifest.ts'
export type { Manifest } from './manifest.ts'
