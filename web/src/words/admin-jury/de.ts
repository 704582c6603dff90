import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Richter untereinander',
  how: 'Urteile über dieselben Paare von Antworten; auch ein Unentschieden ist ein Urteil. 1 ist volle Übereinstimmung, 0 die des Zufalls: Krippendorffs α für alle Richter, Cohens κ für je zwei. In Klammern: 95-%-Intervalle nach Prompts. Hohe Übereinstimmung zeigt nicht, dass Richter recht haben.',
  judges: 'Richter',
  criterion: 'Kriterium',
  coefficient: 'Übereinstimmung über Zufall',
  same: 'Gleiches Urteil',
  pairs: 'Paare',
  together: (judges) => `Alle ${judges} zusammen`,
  within: (value, low, high) => `${value} (${low} bis ${high})`,
}
