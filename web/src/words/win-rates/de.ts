import { count, counted } from '../../ui/figures.ts'
import type { en } from './en.ts'

const listed = (names: readonly string[], more: (n: number) => string) =>
  [...names.slice(0, 5), ...(names.length > 5 ? [more(names.length - 5)] : [])].join(', ')

export const de: typeof en = {
  against: 'Gegen',
  caption: (votes: number) =>
    `Aus ${counted(votes, 'Stimme', 'Stimmen')} nur zu diesen Paaren; ein Unentschieden zählt als halber Sieg. Anders als in den Wertungen oben zählen Stimmen unter den übrigen nicht. Balken: 95-%-Intervalle, jedes für sich, Stimmen zu einem Prompt zusammengefasst.`,
  lengths:
    'Hohl: die erwartete Siegquote, wenn beide Antworten gleich lang wären. Wo sie niedriger ist, kommt ein Teil des Vorsprungs von längeren Antworten.',
  noLengths:
    'Die Siegquote bei gleicher Länge ist nicht bekannt: Von zu wenigen Antworten ist die Länge bekannt, oder die Längen lagen nie nahe beieinander.',
  chosen: 'Gewählt, weil es Stimmen gegen die meisten anderen gibt.',
  table: (baseline: string) => `Siegquoten gegen ${baseline}`,
  contestant: 'Teilnehmer',
  plot: 'Siegquote mit ihrem Intervall; die Linie markiert die Hälfte',
  said: (share: string) => `gewinnt ${share}`,
  winRate: 'Siegquote',
  equalLength: 'Bei gleicher Länge',
  record: 'Gewonnen–verloren–unentschieden',
  unknown: 'nicht bekannt',
  shown: (n: number, all: number) => `Gezeigt: die ersten ${count(n)} von ${count(all)} und die Auswahl.`,
  notMet: (names: readonly string[]) =>
    `Noch keine Stimmen gegen ihn: ${listed(names, (n) => `${count(n)} weitere`)}.`,
  nobody: 'In dieser Ansicht gibt es keine Stimmen gegen ihn.',
}
