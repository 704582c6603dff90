import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Antworten, die einen Richter ansprechen',
  how: 'Anweisungen an einen Richter, Urteile und Ähnliches, in eine Antwort geschrieben. Urteile, die eine solche Antwort zeigten, zählen. Ansehen: Hat ein Richter gehorcht, seine Stimmen in Quarantäne nehmen.',
  where: 'Wo',
  found: 'Gefunden',
  judgements: 'Urteile',
  tests: 'Injektionstests',
  testsHow:
    'Angriffe auf Richter durch calibrate --injection. Ihre Aufrufe gehören zu keinem Lauf; jeder Test hat sein eigenes Budget.',
  judges: 'Richter',
  notEnded: 'nicht beendet',
  atMost: (usd) => `und höchstens ${usd} für Aufrufe ohne Ende`,
}
