import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Nicht gefunden',
  nothing: 'Hier ist nichts.',
  mistyped: 'Vielleicht ist die Adresse vertippt. [Alle Arenen] sind einen Klick entfernt.',
}
