import { counted } from '../ui/figures.ts'
import { withTerms } from './in-languages.ts'
import { climbs } from '../../../shared/messages/de/climbs.ts'
import { messageIn } from './messages/index.ts'

/** The climb: challengers against the incumbent at the time. */
export const climb = withTerms({
  en: {
    winRate: 'Win rate',
    arenaMissing: (arena: string) => `There is no arena “${arena}” here.`,
    challenge: 'New challenge',
    loading: 'Loading the log …',

    incumbent: 'is the incumbent',
    after: (attempts: number, promotions: number) =>
      `after ${counted(attempts, 'attempt', 'attempts')} with ${counted(promotions, 'promotion', 'promotions')}.`,
    none: 'No challenge has been run here yet.',
    noneWhy:
      'A challenger is compared with the incumbent on prompts that have a reference. A judge decides whose answer is closer to the reference.',
    howToStart: 'Start the first challenge on the arena’s admin page or in the terminal:',

    notes: 'Notes on this climb',
    chart: (attempts: number) =>
      `Win rate of each of ${counted(attempts, 'attempt', 'attempts')} against the incumbent at that time, with its interval; the table below has the same figures.`,
    epoch: (n: number) => `Epoch ${n}`,
    legendTried: 'win rate with its 95 % interval',
    legendPromoted: 'promoted: the incumbent from there on',
    legendAgain: 'the incumbent judged again at the start of an epoch',
    legendHeldOut: 'win rate on the held-out prompts',
    legendReigns: 'names along the bottom: the incumbent at that time',
    legendEpochs:
      'Attempts of different epochs cannot be compared: the judge, rubric or references changed in between.',

    since: (day: string) => `since ${day}`,
    references: (n: number) => counted(n, 'reference', 'references'),
    heldOut: (n: number) => `${n} held out`,
    judged: (judge: string, model: string, rubric: string) =>
      `judged by ${judge} (${model}, rubric ${rubric})`,
    asked: (question: string) => `The judge is asked: ${question}`,
    frozen: 'Fixed within this epoch',
    frozenJudge: 'judge',
    frozenRubric: 'rubric and judge prompt',
    frozenReferences: 'references',

    attempt: 'Attempt',
    against: (name: string) => `against ${name}`,
    tally: 'Won, lost, tied',
    p: 'p',
    holdOut: 'Hold-out',
    costIn: (dollars: string) => `$${dollars}`,
    outcome: 'Outcome',
    promoted: 'promoted',
    kept: 'not promoted',
    again: 'judged again',
    showResults: (attempt: number) => `Results of attempt ${attempt}`,
    pNote:
      'p is one-sided and exact, over decisive results: how often a challenger that is no better would win at least this often. An inconsistent judgement is a tie.',
    above: (rate: string) => `above ${rate}`,
    atLeast: (rate: string) => `of at least ${rate}`,
    gate: (rate: string, alpha: string) => `Required: a win rate ${rate}, p at most ${alpha}.`,
    gateMajority: (rate: string) => `Required: a win rate ${rate}.`,

    results: (attempt: number, challenger: string, incumbent: string) =>
      `Attempt ${attempt}: ${challenger} against ${incumbent}`,
    resultsLoading: 'Loading the results …',
    closer: 'Closer to the reference',
    reason: 'Reason',
    failed: 'no verdict',
    noResult: 'no result',
    absent: (name: string) => `no answer from ${name}`,
    inconsistent: 'differs by order',
    identical: 'same text',
    held: 'held out',
    aside: (failed: number, missing: number) =>
      [
        ...(failed > 0 ? [`${counted(failed, 'prompt', 'prompts')} without a verdict`] : []),
        ...(missing > 0 ? [`${counted(missing, 'prompt', 'prompts')} without the incumbent’s answer`] : []),
      ].join(', '),
    withToken: 'Sign in with the admin token to see what the judge said.',
    retry: 'Try again',
    resultsFailed: 'The results could not be loaded.',
  },
  de: {
    winRate: 'Siegquote',
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
    p: 'p',
    holdOut: 'Zurückgehalten',
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
        ...(missing > 0
          ? [`${counted(missing, 'Prompt', 'Prompts')} ohne Antwort des Titelverteidigers`]
          : []),
      ].join(', '),
    withToken: 'Nach dem Anmelden mit dem Admin-Token ist zu sehen, was der Richter sagte.',
    retry: 'Noch einmal versuchen',
    resultsFailed: 'Die Ergebnisse konnten nicht geladen werden.',
  },
})

/** Warnings of a climb. */
export const climbMessage = messageIn(climbs)
