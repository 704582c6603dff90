import type { en } from './en.ts'

export const de: typeof en = {
  skip: 'Zum Inhalt springen',
  language: 'Sprache',
  admin: 'Verwaltung',
  notLoaded: 'Diese Seite konnte nicht geladen werden.',
  serverGone: 'Der Server ist nicht erreichbar oder wurde inzwischen erneuert.',
  loadAgain: 'Neu laden',
}
