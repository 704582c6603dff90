import type { en } from './en.ts'

export const de: typeof en = {
  siteIs: 'Eine Rangliste, die keinen Sieger ausruft, den die Stimmen nicht hergeben.',
  vote: (arena) => `Abstimmen · ${arena}`,
  voteIs: (arena) =>
    `Zwei Antworten lesen, ohne zu wissen, von wem sie sind, und sagen, welche besser ist: ${arena}.`,
  board: (arena) => `die Rangliste von ${arena}`,
  simulated: (result) => `Simulierte Stimmen, nicht die von Menschen: ${result}`,
  needsScript: 'Diese Seite braucht JavaScript.',
  voteNeedsScript: 'Zum Abstimmen ist JavaScript nötig.',
  readInstead: 'Ohne JavaScript lesbar ist ',
  readText: 'Jede Rangliste gibt es auch als reinen Text: .txt oder .md an ihre Adresse hängen.',
  boardWithoutScript:
    'Ohne JavaScript wird diese Rangliste nicht aktualisiert, und Zeilen lassen sich nicht auswählen.',
}
