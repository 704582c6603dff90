import type * as en from './en.ts'

export const site: typeof en.site = {
  skip: 'Zum Inhalt springen',
  language: 'Sprache',
  admin: 'Verwaltung',
  notLoaded: 'Diese Seite konnte nicht geladen werden.',
  serverGone: 'Der Server ist nicht erreichbar oder wurde inzwischen erneuert.',
  loadAgain: 'Neu laden',
}

export const head: typeof en.head = {
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

export const figures: typeof en.figures = {
  justNow: 'gerade eben',
  seconds: (n) => `vor ${n} s`,
  minutes: (n) => `vor ${n} min`,
  hours: (n) => `vor ${n} h`,
  on: (day) => `am ${day}`,
}

export const failures: typeof en.failures = {
  offline: 'Keine Verbindung zum Netz.',
  unreachable: 'Der Server ist nicht erreichbar.',
  unexpected: (status) => `Der Server antwortete mit ${status}.`,
  not_found: 'Unter dieser Adresse gibt es nichts.',
  run_unknown: 'Diesen Durchlauf gibt es nicht.',
  challenge_under_way:
    'In dieser Arena läuft gerade eine Herausforderung. Ihr Ende abwarten oder sie abbrechen.',
  too_many_requests: 'Zu viele Anfragen in kurzer Zeit. Einen Moment warten.',
  internal: 'Auf dem Server ist etwas schiefgegangen.',
  database_unreachable: 'Der Server erreicht seine Datenbank nicht.',
}
