import { counted } from '../../ui/figures.ts'
import type * as en from './en.ts'

export const arenas: typeof en.arenas = {
  reading: 'Die Liste der Arenen wird geladen',
  about:
    'Menschen vergleichen zwei Antworten und sehen nicht, wer sie schrieb. Jede Rangliste sagt, wer führt oder dass noch niemand führt.',
  missing: 'Eine Liste der Arenen gibt es hier nicht.',
  none: 'Noch keine Arena.',
  makeOne:
    'Eine entsteht aus einer Tabelle von Prompts und Antworten oder Schritt für Schritt. Das verlangt das Admin-Token, das der Server beim Start ausgibt.',
  contestants: (n) => counted(n, 'Teilnehmer', 'Teilnehmer'),
  votes: (n) => counted(n, 'Stimme', 'Stimmen'),
  simulatedVotes: (n) => counted(n, 'simulierte Stimme', 'simulierte Stimmen'),
  closed: 'Abstimmung beendet',
  voteIn: (arena) => `Abstimmen in ${arena}`,
}

export const missing: typeof en.missing = {
  title: 'Nicht gefunden',
  nothing: 'Hier ist nichts.',
  mistyped: 'Vielleicht ist die Adresse vertippt. [Alle Arenen] sind einen Klick entfernt.',
}
