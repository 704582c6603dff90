import { counted } from './figures.ts'
import type { backups as en } from '../en/backups.ts'

export const backups: typeof en = {
  backup_of_nothing:
    'Diese Datenbank hat keine Tabellen von Deadheat, also gibt es nichts zu sichern. DATABASE_URL und DEADHEAT_DATA prüfen.',
  no_backup: ({ file }) =>
    `${file} ist keine Sicherung von Deadheat. Eine Datei nennen, die „db backup“ geschrieben hat.`,
  backup_damaged: ({ file, why }) =>
    `${file} ist beschädigt oder unvollständig (${why}). Nichts wurde wiederhergestellt; eine andere Sicherung nehmen.`,
  backup_of_other_format: ({ file, format }) =>
    `${file} hat das Format ${format} von Sicherungen, das diese Version nicht lesen kann: Deadheat aktualisieren, dann wiederherstellen.`,
  backup_newer: ({ file, version, migration }) =>
    `${file} stammt von Deadheat ${version} und braucht dessen Migration ${migration}, die diese Version nicht hat: Deadheat aktualisieren, dann wiederherstellen.`,
  backup_too_old: ({ file, migration }) =>
    `${file} endet bei Migration ${migration} einer frühen Fassung, die diese nicht mehr ergänzt. Mit der Fassung vom 24. November 2026 (Commit 997b7a60) wiederherstellen und dort eine neue Sicherung machen.`,
  restore_into_content: ({ table }) =>
    `Die Datenbank ist nicht leer: Sie hat „${table}“. Nichts wurde wiederhergestellt. Eine leere Datenbank anlegen und in DATABASE_URL nennen, oder einen neuen Ordner in DEADHEAT_DATA.`,
  backup_is_no_stream:
    'Eine Sicherung wird zweimal gelesen und kann deshalb nicht von der Standardeingabe kommen: eine Datei nennen.',
  backup_written: ({ file, arenas, votes }) =>
    `${file} geschrieben: ${counted(arenas, 'Arena', 'Arenen')}, ${counted(votes, 'Stimme', 'Stimmen')}. Die Datei ist so geheim wie die Datenbank.`,
  backup_restored: ({ file, arenas, votes }) =>
    `${file} wiederhergestellt: ${counted(arenas, 'Arena', 'Arenen')}, ${counted(votes, 'Stimme', 'Stimmen')}.`,
  backup_migrated: ({ count: migrations }) =>
    `Die Sicherung war älter: ${counted(migrations, 'Migration', 'Migrationen')} angewandt.`,
}
