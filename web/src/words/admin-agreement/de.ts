import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Übereinstimmung der Menschen',
  how: 'Gezählte Stimmen eingeladener Menschen zu denselben Paaren von Antworten. Unentschieden und „beide schlecht“ sind eine Wahl. 1 ist volle Übereinstimmung, 0 die des Zufalls: Krippendorffs α für alle zusammen, Cohens κ für jede Person gegen alle anderen. In Klammern: 95-%-Intervalle nach Prompts.',
  none: 'Noch haben keine zwei Eingeladenen über dasselbe Paar abgestimmt. Gemeinsame Paare einer Gruppe sorgen dafür.',
  person: 'Person',
  people: 'Personen',
  criterion: 'Kriterium',
  group: 'Gruppe',
  coefficient: 'Übereinstimmung über Zufall',
  same: 'Gleiche Wahl',
  pairs: 'Paare gemeinsam',
  pairsHow: 'Jede andere Person zum selben Paar zählt einmal.',
  together: (people) => `Alle ${people} zusammen`,
  within: (value, low, high) => `${value} (${low} bis ${high})`,
  twos: (pairs) => `Je zwei Personen (${pairs})`,
  shared: (group, pairs) => `Gemeinsame Paare von ${group} (${pairs})`,
  sharedBy: (all, pairs, people) =>
    `${all} von ${pairs} haben eine gezählte Stimme von jeder der ${people} Personen, die da waren.`,
  prompt: 'Prompt',
  contestants: 'Teilnehmer',
  votedOn: 'Abgestimmt haben',
  of: (part, whole) => `${part} von ${whole}`,
}
