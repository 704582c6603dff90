import { count } from '../../ui/figures.ts'
import type * as en from './en.ts'

export const ui: typeof en.ui = {
  failureTitles: {
    offline: 'Keine Verbindung zum Netz.',
    unreachable: 'Der Server antwortet nicht.',
    database_unreachable: 'Der Server erreicht seine Datenbank nicht.',
    board_computing: 'Die Rangliste wird gerade berechnet. Sie erscheint hier.',
  },
  notThere: 'Unter dieser Adresse gibt es nichts.',
  wentWrong: 'Etwas ist schiefgegangen.',
  request: (id) => `Anfrage ${id}`,
  mistyped: 'Vielleicht ist der Name vertippt, geändert oder nicht öffentlich. [Alle Arenen]',

  copy: 'Kopieren',
  copyCode: 'Diesen Code kopieren',
  wrap: 'Umbrechen',
  wrapCode: 'Lange Codezeilen umbrechen',
  copied: 'Kopiert',
  notCopied: 'Nicht kopiert',
  copyLink: 'Link kopieren',
  picture: (words) => `[Bild: ${words}]`,
  enlarge: (words) => `Bild vergrößern: ${words}`,
  reduce: (words) => `Bild schließen: ${words}`,
  notLoaded: (words) => `[Bild, das sich nicht laden ließ: ${words}]`,
  undescribed: 'ohne Beschreibung',

  shown: (from, to, of) => `${count(from)} bis ${count(to)} von ${count(of)}`,
  earlier: 'Vorige',
  later: 'Nächste',
  pages: 'Seiten der Liste',
}

const ON: Record<en.Unit, string> = {
  prompt: 'Auf neuen Prompts',
  group: 'Auf neuen Gruppen von Prompts',
  voter: 'Bei neuen Abstimmenden',
  vote: 'In neuen Stimmen',
  both: 'Auf neuen Prompts mit neuen Abstimmenden',
}

export const expectedRating: typeof en.expectedRating = {
  expectedRating: (unit: en.Unit, rated: string, expected: string, low: string, high: string) =>
    `${ON[unit]} ist eine Wertung von etwa ${expected} statt ${rated} zu erwarten (95\u00a0%: ${low} bis ${high}), denn wer vorn liegt, hatte auch Glück.`,
  expectedRatingOf: (name, criterion, unit, rated, expected, low, high) =>
    `${name} hat die höchste Wertung der Rangliste${criterion === null ? '' : ` unter dem Kriterium ${criterion}`}. ${ON[unit]} sind etwa ${expected} statt ${rated} zu erwarten (95\u00a0%: ${low} bis ${high}), denn wer vorn liegt, hatte auch Glück.`,
}
