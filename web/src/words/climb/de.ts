import { counted } from '../../ui/figures.ts'
import type * as en from './en.ts'

export const climb: typeof en.climb = {
  title: 'Aufstieg',
  arenaMissing: (arena) => `Eine Arena „${arena}“ gibt es hier nicht.`,
  challenge: 'Neue Herausforderung',
  loading: 'Das Protokoll wird geladen …',

  incumbent: 'ist Titelverteidiger',
  after: (attempts, promotions) =>
    `nach ${counted(attempts, 'Versuch', 'Versuchen')} mit ${counted(promotions, 'Beförderung', 'Beförderungen')}.`,
  none: 'Hier gab es noch keine Herausforderung.',
  noneWhy:
    'Ein Herausforderer wird mit dem Titelverteidiger verglichen, an Prompts mit einer Referenz. Ein Richter entscheidet, wessen Antwort der Referenz näher kommt.',
  howToStart:
    'Die erste Herausforderung lässt sich auf der Verwaltungsseite der Arena starten oder im Terminal:',

  notes: 'Hinweise zu diesem Aufstieg',
  chart: (attempts) =>
    `Siegquote jedes von ${counted(attempts, 'Versuch', 'Versuchen')} gegen den damaligen Titelverteidiger, mit Intervall; die Tabelle darunter hat dieselben Zahlen.`,
  epoch: (n) => `Epoche ${n}`,
  legendTried: 'Siegquote mit 95-%-Intervall',
  legendPromoted: 'befördert: von da an Titelverteidiger',
  legendAgain: 'der Titelverteidiger, zu Beginn einer Epoche noch einmal beurteilt',
  legendHeldOut: 'Siegquote an den zurückgehaltenen Prompts',
  legendReigns: 'Namen am unteren Rand: der jeweilige Titelverteidiger',
  legendEpochs:
    'Versuche verschiedener Epochen lassen sich nicht vergleichen: Dazwischen haben sich Richter, Bewertungsregel oder Referenzen geändert.',

  since: (day) => `seit ${day}`,
  references: (n) => counted(n, 'Referenz', 'Referenzen'),
  heldOut: (n) => `${n} zurückgehalten`,
  judged: (judge, model, rubric) => `beurteilt von ${judge} (${model}, Bewertungsregel ${rubric})`,
  asked: (question) => `Der Richter wird gefragt: ${question}`,
  frozen: 'Fest in dieser Epoche',
  frozenJudge: 'Richter',
  frozenRubric: 'Bewertungsregel und Anweisung',
  frozenReferences: 'Referenzen',

  attempt: 'Versuch',
  against: (name) => `gegen ${name}`,
  tally: 'Gewonnen, verloren, unentschieden',
  winRate: 'Siegquote',
  interval: (low, high) => `${low} bis ${high}`,
  p: 'p',
  holdOut: 'Zurückgehalten',
  cost: 'Kosten',
  costIn: (dollars) => `${dollars} $`,
  outcome: 'Ergebnis',
  promoted: 'befördert',
  kept: 'nicht befördert',
  again: 'noch einmal beurteilt',
  showResults: (attempt) => `Ergebnisse von Versuch ${attempt}`,
  pNote:
    'p ist einseitig und exakt, über entschiedene Ergebnisse: wie oft ein Herausforderer, der nicht besser ist, mindestens so oft gewänne. Ein widersprüchliches Urteil ist ein Unentschieden.',
  above: (rate) => `über ${rate}`,
  atLeast: (rate) => `von mindestens ${rate}`,
  gate: (rate, alpha) => `Verlangt: eine Siegquote ${rate}, p höchstens ${alpha}.`,
  gateMajority: (rate) => `Verlangt: eine Siegquote ${rate}.`,

  results: (attempt, challenger, incumbent) => `Versuch ${attempt}: ${challenger} gegen ${incumbent}`,
  resultsLoading: 'Die Ergebnisse werden geladen …',
  closer: 'Näher an der Referenz',
  reason: 'Begründung',
  failed: 'kein Urteil',
  noResult: 'kein Ergebnis',
  absent: (name) => `keine Antwort von ${name}`,
  inconsistent: 'je nach Reihenfolge anders',
  identical: 'gleicher Text',
  held: 'zurückgehalten',
  aside: (failed, missing) =>
    [
      ...(failed > 0 ? [`${counted(failed, 'Prompt', 'Prompts')} ohne Urteil`] : []),
      ...(missing > 0 ? [`${counted(missing, 'Prompt', 'Prompts')} ohne Antwort des Titelverteidigers`] : []),
    ].join(', '),
  withToken: 'Nach dem Anmelden mit dem Admin-Token ist zu sehen, was der Richter sagte.',
  retry: 'Noch einmal versuchen',
  resultsFailed: 'Die Ergebnisse konnten nicht geladen werden.',
}
