import { count, counted } from '../../ui/figures.ts'
import type { en } from './en.ts'

export const de: typeof en = {
  caption: (votes: number) =>
    `Aus ${counted(votes, 'Stimme', 'Stimmen')}. Diese Berichte ergänzen die Rangliste und erklären niemanden zum Sieger.`,
  tooLarge: 'Ranglisten mit mehr als 300 Teilnehmern oder 500.000 Stimmen haben keine solchen Berichte.',
  none: 'In dieser Ansicht gibt es keine Stimmen.',

  few: 'Wie wenige Stimmen entscheiden',
  model: 'Erklärt eine Stärke die Stimmen?',
  noModel: 'Weniger als zwei Teilnehmer haben eine Wertung.',
  fits: (p: string) => `Kein Mangel an Anpassung gefunden (p = ${p}).`,
  lacks: (p: string) =>
    `Eine Stärke je Teilnehmer erklärt diese Stimmen nicht (p = ${p}). Die Paare darunter zeigen, wo die Reihenfolge trügen kann.`,
  cycles: (n: number) =>
    `${n === 1 ? 'Ein Kreis' : `${count(n)} Kreise`} aus drei Teilnehmern, von denen jeder den nächsten signifikant schlägt.`,
  pairs: 'Die Paare, die die Wertungen am schlechtesten erklären',
  pair: 'Paar',
  over: 'gegen',
  votes: 'Stimmen',
  won: 'Gewonnen',
  expected: 'Erwartet',

  position: 'Links oder rechts',
  withMethod: 'Was die Seite einer Antwort ausmacht, steht [bei der Methode].',
  left: (share: string, range: string) =>
    `Von zwei gleich guten Antworten gewinnt die linke ${share} (95\u00a0%: ${range}).`,
  noSide: 'Das schließt 50\u00a0% ein, also zeigen die Stimmen keine Wirkung der Seite.',
  someSide: 'Das schließt 50\u00a0% aus: Die Seite beeinflusst diese Stimmen.',
  noPosition: 'Es gibt zu wenige Stimmen von Menschen, oder sie können keine Wirkung der Seite zeigen.',

  answers: 'Andere Antworten desselben Teilnehmers',
  changes: (share: string, range: string) =>
    `Andere Antworten desselben Teilnehmers auf einen Prompt ändern den Ausgang von ${share} (${range}) der Stimmen.`,
  noChange: 'Das schließt 0\u00a0% ein, also ist keine Wirkung gezeigt.',
  unknownChange: {
    few_prompts:
      'Zurückgehalten: Weniger als zehn Prompts haben Stimmen zu gleichen und zu verschiedenen Antworten.',
    few_votes:
      'Zurückgehalten: Prompts mit Stimmen zu gleichen und zu verschiedenen Antworten haben weniger als 50 Stimmen.',
    no_spread:
      'Zurückgehalten: Diese Stimmen zeigen keinen Unterschied zwischen Prompts, also folgt kein Intervall.',
  },

  unit: 'Was neu gezogen wurde',
  units: {
    both: (n: string) =>
      `Prompts und Abstimmende zusammen. Sie zählen wie ${n} gleich große der Art, von der es weniger gibt.`,
    prompt: (n: string) => `Prompts; sie zählen wie ${n} gleich große.`,
    voter: (n: string) => `Abstimmende; sie zählen wie ${n} mit gleich vielen Stimmen.`,
    vote: () => 'Einzelne Stimmen: Von keinen zweien ist bekannt, dass sie Prompt oder Abstimmende teilen.',
  },
}
