import { count, counted } from '../../ui/figures.ts'
import type { en, Feature } from './en.ts'

export const de: typeof en = {
  title: 'Länge und Markdown der Antworten',
  caption: (votes: number, left: number) =>
    `Aus ${counted(votes, 'Stimme', 'Stimmen')}, deren beide Antworten bekannt sind${left > 0 ? `; ${count(left)} ausgelassen` : ''}. Eine bessere Antwort kann länger sein, weil sie mehr sagt. Darum erklären Wertungen bei gleichem Stil niemanden zum Sieger.`,
  withheld: {
    no_texts: 'Keine Angabe: Die Texte dieser Antworten sind nicht bekannt.',
    few_texts:
      'Keine Angabe: Zu weniger als der Hälfte dieser Stimmen sind die Texte beider Antworten bekannt.',
    few_votes:
      'Keine Angabe: Dafür braucht es 50 Stimmen und Prompts oder Abstimmende, die wie 10 gleich große zählen.',
    too_long: 'Keine Angabe: Die Antworten dieser Arena haben zusammen mehr als 200 Millionen Zeichen.',
    no_estimate:
      'Keine Angabe: Der Stil unterscheidet sich in diesen Stimmen nie, entscheidet jede Stimme oder lässt sich nicht von den Teilnehmern trennen.',
    extrapolates:
      'Keine Angabe: Diese Teilnehmer trafen sich kaum je mit Antworten gleichen Stils; eine Wertung bei gleichem Stil wäre geraten.',
  },

  effect: {
    more: {
      length: 'Längere Antworten gewinnen öfter:',
      headers: 'Antworten mit mehr Überschriften gewinnen öfter:',
      lists: 'Antworten mit mehr Listenpunkten gewinnen öfter:',
      bold: 'Antworten mit mehr Fettdruck gewinnen öfter:',
    },
    less: {
      length: 'Längere Antworten gewinnen seltener:',
      headers: 'Antworten mit mehr Überschriften gewinnen seltener:',
      lists: 'Antworten mit mehr Listenpunkten gewinnen seltener:',
      bold: 'Antworten mit mehr Fettdruck gewinnen seltener:',
    },
    none: {
      length: 'Keine Wirkung der Länge ist gezeigt:',
      headers: 'Keine Wirkung von Überschriften ist gezeigt:',
      lists: 'Keine Wirkung von Listenpunkten ist gezeigt:',
      bold: 'Keine Wirkung von Fettdruck ist gezeigt:',
    },
  },
  twice: (feature: Feature, share: string, range: string) =>
    `Von zwei gleich guten gewinnt die Antwort ${TWICE[feature]} ${share} (95\u00a0%: ${range}).`,
  neverDiffers: (features: Feature[]) =>
    `In diesen Stimmen nie verschieden: ${features.map((one) => NAMED[one]).join(', ')}.`,

  show: 'Wertungen bei gleichem Stil zeigen',
  table: 'Wertungen, wie sie sind, und bei gleichem Stil',
  contestant: 'Teilnehmer',
  plot: 'Beide Wertungen mit ihren 95-%-Intervallen auf einer Achse',
  plain: 'Wertung',
  equal: 'Bei gleichem Stil',
  change: 'Änderung',
  said: (plain: string, equal: string | null) =>
    equal === null
      ? `Wertung ${plain}, bei gleichem Stil keine Angabe`
      : `Wertung ${plain}, bei gleichem Stil ${equal}`,
  unknown: 'keine Angabe',
  extrapolates:
    'Keine Angabe für [Namen]: In mehr als 19 von 20 Stimmen weichen ihre Antworten in derselben Richtung von der anderen ab.',
  shown: (shown: number, all: number) => `Die ${count(shown)} höchsten von ${count(all)} sind gezeigt.`,
}

const TWICE: Record<Feature, string> = {
  length: 'von doppelter Länge',
  headers: 'mit doppelt so vielen Überschriften',
  lists: 'mit doppelt so vielen Listenpunkten',
  bold: 'mit doppelt so viel Fettdruck',
}
const NAMED: Record<Feature, string> = {
  length: 'Länge',
  headers: 'Überschriften',
  lists: 'Listenpunkte',
  bold: 'Fettdruck',
}
