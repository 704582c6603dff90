import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Antworten, die einen Richter ansprechen',
  how: 'Anweisungen an einen Richter, Urteile und Ähnliches, in eine Antwort geschrieben. Urteile, die eine solche Antwort zeigten, zählen. Ansehen: Hat ein Richter gehorcht, seine Stimmen in Quarantäne nehmen.',
  where: 'Wo',
  found: 'Gefunden',
  judgements: 'Urteile',
}
