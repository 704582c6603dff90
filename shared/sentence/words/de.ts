import type { en } from './en.ts'

/** 1.234.567 */
const figure = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, '.')
const decimal = (value: number) => String(value).replace('.', ',')
const ties = (half: boolean, words: string) => (half ? words : '')

/** What a board says of itself, in German. */
export const de: typeof en = {
  figure,
  and: 'und',
  others: (n) => `${figure(n)} weitere`,

  noVotes: 'Noch keine Stimmen.',
  notComputed: 'Intervalle wurden nicht berechnet, also lässt sich nichts feststellen.',
  nothingDeclared: 'Nichts ist festgestellt.',
  declaresNothing: 'Diese Wertungen folgen einem Verfahren, das weder Sieger noch Ränge nennt.',
  noWinner: 'Noch kein Sieger.',
  notConfirmed:
    'Eine erste Schätzung sieht einen über allen anderen; die Intervalle, die entscheiden, werden noch berechnet.',
  nobodyRated: 'Noch hat niemand eine Wertung.',
  chainOfWins: (half) =>
    `Eine Wertung braucht eine Kette von Siegen in beide Richtungen: Jeder Teilnehmer muss gegen jemanden aus der Gruppe gewonnen${ties(half, ' (oder unentschieden gespielt)')} und gegen jemanden aus ihr verloren${ties(half, ' (oder unentschieden gespielt)')} haben.`,

  leads: (winner) => `${winner} führt.`,
  unbeatenLeads: (votes, others) =>
    `Ungeschlagen in ${figure(votes)} Vergleichen: mehr, als Glück erklärt, außer bei Stärke über ${others}.`,
  intervalAbove: (others) => `Das Intervall liegt über ${others}.`,
  everyOther: 'allen anderen',
  everyComparable: 'allen anderen, mit denen ein Vergleich möglich ist',
  notLinked: (names, n) =>
    `; ${names} ${n === 1 ? 'ist' : 'sind'} mit diesen nicht durch Stimmen in beide Richtungen verbunden`,

  someOf: (n, all) => `${figure(n)} von ${figure(all)} Teilnehmern`,
  deadHeat: (who, toSeparate) => `${who} liegen in einem toten Rennen um Platz eins${toSeparate}.`,
  oneMore: '1 weitere Stimme',
  manyMore: (about) => `${about} weitere Stimmen`,
  wouldSeparate: (votes) => `; etwa ${votes} zu den beiden Ersten würden sie beim heutigen Abstand trennen`,
  theTwo: 'Die beiden',
  equal: (who, points) =>
    `${who} sind praktisch gleich: höchstens ${decimal(points)} Prozentpunkte von einer ausgeglichenen Siegquote entfernt. Weitere Stimmen lohnen sich nicht.`,
  unbeatenMany: (names) => `${names} sind ungeschlagen.`,
  unbeatenEach: (name, votes, first) => `${name}${first ? ' ist ungeschlagen' : ''} in ${figure(votes)}`,

  notCompared: (names, n) =>
    `Keine Stimmen in beide Richtungen verbinden ${names} mit den bewerteten Teilnehmern, darum liegt niemand über ${n === 1 ? 'ihm' : 'ihnen'}.`,

  nothingButTies: (votes) => `nichts als Unentschieden in ${figure(votes)}, die hier nicht zählen`,
  tooFewVotes: (votes, points) =>
    `zu wenige Stimmen (${figure(votes)}): das Intervall ist breiter als ${figure(points)} Punkte`,
  noVotesYet: 'noch keine Stimmen',
  unbeaten: (votes, half) =>
    `ungeschlagen in ${figure(votes)}: es fehlt eine Niederlage${ties(half, ' oder ein Unentschieden')}`,
  winless: (votes, half) =>
    `sieglos in ${figure(votes)}: es fehlt ein Sieg${ties(half, ' oder ein Unentschieden')}`,
  disconnected: (half) =>
    `nicht mit den anderen verbunden: es fehlen Sieg${ties(half, ' (oder Unentschieden)')} und Niederlage${ties(half, ' (oder Unentschieden)')} gegen Gewertete`,

  sturdy: 'Es fand sich keine Menge von Stimmen, ohne die ein anderer am höchsten gewertet wäre.',
  tiesOf: (n, a, b) => `${figure(n)} Unentschieden von ${a} und ${b}`,
  winsOver: (n, winner, loser) => `${figure(n)} für ${winner} gegen ${loser}`,
  fragile: (votes, total, percent, becomes, leader, which) =>
    `Ohne ${votes === 1 ? 'eine einzige' : figure(votes)} von ${figure(total)} Stimmen (${decimal(percent)} %) läge ${becomes} in der Wertung über ${leader}: ${which}.`,
}
