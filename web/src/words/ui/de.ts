import { count } from '../../ui/figures.ts'
import type { en } from './en.ts'

export const de: typeof en = {
  failureTitles: {
    offline: 'Keine Verbindung zum Netz.',
    unreachable: 'Der Server antwortet nicht.',
    database_unreachable: 'Der Server erreicht seine Datenbank nicht.',
  },
  notThere: 'Unter dieser Adresse gibt es nichts.',
  wentWrong: 'Etwas ist schiefgegangen.',
  request: (id) => `Anfrage ${id}`,
  again: 'Noch einmal versuchen',
  mistyped: 'Vielleicht ist der Name vertippt, geändert oder nicht öffentlich. [Alle Arenen]',

  copy: 'Kopieren',
  copyCode: 'Diesen Code kopieren',
  wrap: 'Umbrechen',
  wrapCode: 'Lange Codezeilen umbrechen',
  copied: 'Kopiert',
  notCopied: 'Nicht kopiert',
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
