import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Archiv',
  how: 'Rangliste und Duelle bleiben unter ihren Adressen lesbar. Die Startseite nennt die Arena nicht mehr, und sie nimmt keine Stimmen, Durchläufe, Importe und Links an. Das lässt sich jederzeit rückgängig machen.',
  archive: 'Arena archivieren',
  unarchive: 'Arena wieder verwenden',
  rests: 'Nicht, solange die Arena archiviert ist. [Wieder verwenden]',
  note: (moment) =>
    `Archiviert am ${moment}. Die Arena nimmt keine Stimmen, Durchläufe, Importe und Links an.`,
}
