import type { ProblemCode } from '../../../shared/contracts/problem.ts'
import { inLanguages } from './in-languages.ts'

/** The frame of every page. */
export const site = inLanguages({
  en: {
    skip: 'Skip to the content',
    language: 'Language',
    admin: 'Admin',
    notLoaded: 'This page could not be loaded.',
    serverGone: 'The server cannot be reached, or it was updated.',
    loadAgain: 'Load again',
  },
  de: {
    skip: 'Zum Inhalt springen',
    language: 'Sprache',
    admin: 'Verwaltung',
    notLoaded: 'Diese Seite konnte nicht geladen werden.',
    serverGone: 'Der Server ist nicht erreichbar oder wurde inzwischen erneuert.',
    loadAgain: 'Neu laden',
  },
})

/** Titles and descriptions of pages for other sites, and the words for readers without JavaScript. */
export const head = inLanguages({
  en: {
    siteIs: 'A leaderboard that declares no winner the votes do not support.',
    vote: (arena: string) => `Vote · ${arena}`,
    voteIs: (arena: string) =>
      `Read two answers without knowing whose they are, and say which is better: ${arena}.`,
    board: (arena: string) => `the board of ${arena}`,
    simulated: (result: string) => `Simulated votes, not people’s: ${result}`,
    needsScript: 'This page needs JavaScript.',
    voteNeedsScript: 'Voting needs JavaScript.',
    readInstead: 'Without it you can read ',
    readText: 'Every board can also be read as plain text: add .txt or .md to its address.',
    boardWithoutScript: 'Without JavaScript this board does not update, and rows cannot be selected.',
  },
  de: {
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
  },
})

/** How long ago something was. */
export const figures = inLanguages({
  en: {
    justNow: 'just now',
    seconds: (n: number) => `${n} s ago`,
    minutes: (n: number) => `${n} min ago`,
    hours: (n: number) => `${n} h ago`,
    on: (day: string) => `on ${day}`,
  },
  de: {
    justNow: 'gerade eben',
    seconds: (n) => `vor ${n} s`,
    minutes: (n) => `vor ${n} min`,
    hours: (n) => `vor ${n} h`,
    on: (day) => `am ${day}`,
  },
})

/** What went wrong, by the problem's code, if the server's message has no text in this language. Null: the server's English is used. */
export type FailureText = string | null | ((detail: string) => string)

/** Why a request failed: an error code of the server, no connection, or a response that is no problem document. */
export type FailureCode = ProblemCode | 'offline' | 'unreachable' | 'unexpected'

export const failures = inLanguages<Partial<Record<FailureCode, FailureText>>>({
  en: {
    offline: 'You are offline.',
    unreachable: 'The server cannot be reached.',
    unexpected: (status) => `The server answered ${status}.`,
    not_found: null,
    run_unknown: null,
    challenge_under_way: null,
    too_many_requests: null,
    internal: null,
    database_unreachable: null,
  },
  de: {
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
  },
})
