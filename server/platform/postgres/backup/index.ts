/**
 * Backups of a whole database, and their way back. Invariants: a backup is one snapshot, made while others read and write.
 * Its manifest, the last part, has the migrations of the database and the rows and SHA-256 of each table. A restore
 * writes to an empty database alone, all or nothing, after the whole file was checked.
 */
export { NO_TIME_LIMITS, SAME_TEXT_EVERYWHERE, storedTables, jsonFrame, packed, Section } from './format.ts'
export { streamBackup, streamSection } from './write-backup.ts'
export {
  checkBackup,
  checkParts,
  readParts,
  loadRows,
  requireRestorable,
  restoreBackup,
  clientTransaction,
} from './read-backup.ts'
export type { BackupFile, Kind } from './read-backup.ts'
export type { Manifest } from './format.ts'
