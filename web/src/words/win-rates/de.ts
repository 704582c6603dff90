import { count, counted, plural } from '../../ui/figures.ts'
import type { en } from './en.ts'

const listed = (names: readonly string[], more: (n: number) => string) =>
  [...names.slice(0, 5), ...(names.length > 5 ? [more(names.length - 5)] : [])].join(', ')

export const de: typeof en = {
  title: 'Siegquoten gegen einen',
  against: 'Gegen',
  caption: (votes: number) =>
    `Aus ${counted(votes, 'Stimme', 'Stimmen')} nur über die beiden, Unentschieden zählen halb; anders als in die Wertungen oben geht nichts aus Stimmen unter den anderen ein. Balken: 95\u00a0%, jeder für sich, Stimmen zu einem Prompt gehören zusammen.`,
  lengths:
    'Hohl: was er mit Antworten gewänne, die so lang sind wie die, an denen er gemessen wird; liegt das niedriger, ist sein Vorsprung zum Teil einer der Länge.',
  noLengths:
    'Was sie bei gleicher Länge gewännen, lässt sich nicht sagen: Von zu wenigen Antworten ist die Länge bekannt, oder sie waren einander nie nahe in der Länge.',
  chosen: 'Gewählt, weil er den meisten anderen begegnet ist.',
  table: (baseline: string) => `Siegquoten gegen ${baseline}`,
  contestant: 'Teilnehmer',
  plot: 'Siegquote mit ihrem Intervall; die Linie ist die Hälfte',
  said: (share: string) => `gewinnt ${share}`,
  winRate: 'Siegquote',
  equalLength: 'Bei gleicher Länge',
  record: 'Gewonnen–verloren–unentschieden',
  unknown: 'nicht bekannt',
  shown: (n: number, all: number) =>
    `Gezeigt sind die ersten ${count(n)} von ${count(all)}, und wer ausgewählt ist.`,
  notMet: (names: readonly string[]) =>
    `${listed(names, (n) => `${count(n)} weitere`)} ${plural(names.length, 'ist', 'sind')} ihm nicht begegnet.`,
  nobody: 'In dieser Ansicht ist ihm niemand begegnet.',
}
