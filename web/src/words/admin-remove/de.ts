import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Arena entfernen',
  how: 'Entfernt Teilnehmer, Prompts, Antworten, Stimmen, Ranglisten und Protokoll. Im Protokoll des Servers bleibt eine Zeile. Es lässt sich nicht rückgängig machen: Vorher ausgeben, was bleiben soll.',
  typeName: (arena) => `Zum Bestätigen ${arena} eingeben`,
  remove: 'Endgültig entfernen',
  removed: 'Entfernte Arenen',
}
