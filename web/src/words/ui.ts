import { count } from '../ui/figures.ts'
import { withTerms } from './in-languages.ts'

/** Parts that every page uses. */
export const ui = withTerms({
  en: {
    failureTitles: {
      offline: 'You are offline.',
      unreachable: 'The server does not answer.',
      database_unreachable: 'The server cannot reach its database.',
      board_computing: 'The board is being computed. It will appear here.',
    } as Record<string, string>,
    notThere: 'There is nothing at this address.',
    wentWrong: 'Something went wrong.',
    mistyped: 'It may be mistyped, renamed or private. [All arenas]',

    copy: 'Copy',
    copyCode: 'Copy this code',
    wrap: 'Wrap',
    wrapCode: 'Wrap long lines of code',
    copied: 'Copied',
    notCopied: 'Not copied',
    copyLink: 'Copy the link',
    picture: (words: string) => `[picture: ${words}]`,
    enlarge: (words: string) => `Enlarge the picture: ${words}`,
    reduce: (words: string) => `Close the picture: ${words}`,
    notLoaded: (words: string) => `[picture, which could not be loaded: ${words}]`,
    undescribed: 'no description',

    shown: (from: number, to: number, of: number) => `${count(from)} to ${count(to)} of ${count(of)}`,
    earlier: 'Previous',
    later: 'Next',
    pages: 'Pages of the list',
  },
  de: {
    failureTitles: {
      offline: 'Keine Verbindung zum Netz.',
      unreachable: 'Der Server antwortet nicht.',
      database_unreachable: 'Der Server erreicht seine Datenbank nicht.',
      board_computing: 'Die Rangliste wird gerade berechnet. Sie erscheint hier.',
    },
    notThere: 'Unter dieser Adresse gibt es nichts.',
    wentWrong: 'Etwas ist schiefgegangen.',
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
  },
})
