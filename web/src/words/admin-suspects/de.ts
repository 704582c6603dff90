import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Verdächtige',
  how: 'Personen, deren Stimmen auf der Seite wie ein Angriff auf einen Teilnehmer aussehen, und Gruppen, in denen einige angreifen. Beweiskraft 1.000 heißt: Ehrliche Stimmen erreichen sie höchstens mit Wahrscheinlichkeit 1 zu 1.000, wenn das Modell ehrlicher Personen stimmt. Nach einer Freigabe meldet die Suche diese Person nicht mehr.',
  reason: 'Grund für das Protokoll (wenn leer: der Befund)',
  voter: 'Person',
  group: 'eine Gruppe',
  found: 'Befund',
  evidence: 'Beweiskraft',
  moreThan: (figure) => `über ${figure}`,
  notStored: 'nicht gespeichert',
  votes: 'Stimmen',
  state: 'Stand',
  states: { open: 'die Stimmen zählen', quarantined: 'in Quarantäne', released: 'freigegeben' },
  quarantine: 'In Quarantäne',
  quarantineAll: (voter) => `Alle Stimmen von ${voter} in Quarantäne`,
  releaseAll: (voter) => `Alle Stimmen von ${voter} freigeben`,
  wentIn: (votes) => `${votes} in Quarantäne gesetzt.`,
  cameOut: (votes) => `${votes} freigegeben.`,
}
