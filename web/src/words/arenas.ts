import { counted } from '../ui/figures.ts'
import { inLanguages, withTerms } from './in-languages.ts'

/** The list of arenas. */
export const arenas = withTerms({
  en: {
    reading: 'Loading the list of arenas',
    about:
      'People compare two answers without seeing who wrote them. Each board says who leads, or that nobody does yet.',
    missing: 'There is no list of arenas here.',
    none: 'No arena yet.',
    makeOne:
      'Make one from a table of prompts and answers, or step by step. This needs the admin token, which a start of the server shows, or the file that has it.',
    find: 'Find an arena',
    search: 'Search',
    showAll: 'Show all',
    found: (n: number) =>
      n === 0 ? 'No arena has these words in its title or address.' : `${counted(n, 'arena')} found.`,
    contestants: (n: number) => counted(n, 'contestant'),
    votes: (n: number) => counted(n, 'vote'),
    simulatedVotes: (n: number) => counted(n, 'simulated vote'),
    closed: 'Voting is closed',
    voteIn: (arena: string) => `Vote in ${arena}`,
  },
  de: {
    reading: 'Die Liste der Arenen wird geladen',
    about:
      'Menschen vergleichen zwei Antworten und sehen nicht, wer sie schrieb. Jede Rangliste sagt, wer führt oder dass noch niemand führt.',
    missing: 'Eine Liste der Arenen gibt es hier nicht.',
    none: 'Noch keine Arena.',
    makeOne:
      'Eine entsteht aus einer Tabelle von Prompts und Antworten oder Schritt für Schritt. Das verlangt das Admin-Token, das der Server beim Start zeigt, oder die Datei mit ihm.',
    find: 'Eine Arena finden',
    search: 'Suchen',
    showAll: 'Alle zeigen',
    found: (n) =>
      n === 0
        ? 'Keine Arena hat diese Wörter im Titel oder in der Adresse.'
        : `${counted(n, 'Arena', 'Arenen')} gefunden.`,
    contestants: (n) => counted(n, 'Teilnehmer', 'Teilnehmer'),
    votes: (n) => counted(n, 'Stimme', 'Stimmen'),
    simulatedVotes: (n) => counted(n, 'simulierte Stimme', 'simulierte Stimmen'),
    closed: 'Abstimmung beendet',
    voteIn: (arena) => `Abstimmen in ${arena}`,
  },
})

/** The page of an address that does not exist. */
export const missing = inLanguages({
  en: {
    title: 'Not found',
    nothing: 'There is nothing here.',
    mistyped: 'The address may be mistyped. [All arenas] are one click away.',
  },
  de: {
    title: 'Nicht gefunden',
    nothing: 'Hier ist nichts.',
    mistyped: 'Vielleicht ist die Adresse vertippt. [Alle Arenen] sind einen Klick entfernt.',
  },
})
