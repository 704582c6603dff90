import { counted } from '../../ui/figures.ts'
import type { en } from './en.ts'

export const de: typeof en = {
  noReferences:
    'Eine Herausforderung braucht Prompts mit einer Referenz, einer Musterantwort; diese Arena hat keine. Sie kommen unter [Ändern] dazu.',
  how: 'Ein Richter sieht die Referenz und die Antworten beider, blind und in beiden Reihenfolgen, und sagt, welche ihr näher kommt. Eine Schwelle entscheidet, ob der Herausforderer den Titelverteidiger ablöst. Nichts davon ist eine Stimme.',
  otherJudging:
    'In dieser Arena ist eine andere Bewertung offen. Erst muss sie unter [Bewertung] enden oder abgebrochen werden.',

  against: (challenger, incumbent) => `[${challenger}] gegen [${incumbent}]`,
  epoch: (epoch) => `Epoche ${epoch}`,
  now: {
    again:
      'Zuerst wird der Titelverteidiger noch einmal gegen seinen Vorgänger beurteilt: Seitdem hat sich geändert, wonach geurteilt wird.',
    challenge: 'Beide werden an den Referenzen beurteilt, nach denen sich die Schwelle richtet.',
    hold_out: 'Die Schwelle ist genommen. Jetzt werden beide am Zurückgehaltenen beurteilt.',
  },
  stays:
    'Es geht ohne diese Seite weiter: Wer sie verlässt, findet es hier wieder oder im Protokoll des Aufstiegs.',
  promoted: (challenger, incumbent) =>
    `[${challenger}] wird befördert und löst [${incumbent}] als Titelverteidiger ab.`,
  kept: (challenger, incumbent) =>
    `[${incumbent}] bleibt Titelverteidiger: [${challenger}] wird nicht befördert.`,
  figures: (wins, losses, ties, rate) =>
    `${wins} gewonnen, ${losses} verloren, ${ties} unentschieden; Siegquote ${rate}.`,
  stood: 'Das stand schon im Protokoll: Bewertet wurde nichts.',
  toAttempt: (attempt) => `Versuch ${attempt} im Aufstieg`,
  nothing: (challenger, incumbent) => `Von [${challenger}] gegen [${incumbent}] ist nichts eingetragen.`,
  stopped: {
    cancelled: 'Die Herausforderung wurde abgebrochen.',
    budget_reached: 'Das Budget war vor dem Ende aufgebraucht.',
    failed: 'Die Bewertung kam zu ihrem Ende, aber nicht zu dem, was ein Versuch braucht.',
    refused: 'So, wie sie begonnen wurde, konnte sie nicht weitergehen.',
  },
  goesOn: 'Was bewertet ist, bleibt: Dieselbe Herausforderung geht von dort weiter.',
  cancelTitle: 'Diese Herausforderung endgültig beenden?',
  cancelHow:
    'Es geht kein weiterer Aufruf hinaus; die laufenden kommen zu Ende und zählen. Im Protokoll wird nichts eingetragen. Was bewertet ist, bleibt, und dieselbe Herausforderung geht von dort weiter.',

  start: 'Herausforderung starten',
  next: 'Neue Herausforderung',
  starting: 'Anbieter werden nach ihren Modellen gefragt …',
  incumbent: 'Titelverteidiger',
  challenger: 'Herausforderer',
  choose: 'auswählen …',
  isIncumbent: (name) => `${name} (Titelverteidiger)`,
  isRetired: (name) => `${name} (zurückgezogen)`,
  becomes: (name, before) => `${name} wird anstelle von ${before} Titelverteidiger.`,
  newOne: 'Ein neuer Herausforderer kommt unter [Ändern] dazu.',
  calls: (references) =>
    `Höchstens zwei Aufrufe des Richters je Referenz, hier ${counted(references, 'Referenz', 'Referenzen')}, dazu fehlende Antworten; doppelt so viele, wo eine Epoche beginnt, denn dann wird zuerst der Titelverteidiger noch einmal beurteilt.`,
  minWinRate: 'Mindest-Siegquote, 0,5 bis 1',
  alpha: 'Alpha des exakten Tests; 1 verlangt keinen',
  gateHow:
    'Eine Siegquote über der Hälfte wird immer verlangt. Bei 0,05 braucht es 15 von 20 entschiedenen Ergebnissen oder 9 von 10.',
  budgetUsd: 'Budget in US-Dollar, je Versuch',
  asPlanned: 'wie geplant',
  more: 'Richter und Zurückgehaltenes',
  judge: 'Richter',
  asBefore: 'wie zuvor',
  criterion: 'Kriterium, bei Richtern mit mehreren',
  holdOut: 'Zurückgehalten und nur zur Beförderung beurteilt',
  holdOuts: {
    before: 'wie zuvor',
    none: 'nichts',
    share: 'ein Anteil',
    categories: 'Kategorien',
    prompts: 'Prompts',
  },
  share: 'Anteil, über 0 und unter 1',
  seed: 'Startwert der Ziehung',
  categories: 'Kategorien, durch Kommas getrennt',
  prompts: 'ids der Prompts, durch Kommas getrennt',
  requireHoldOut: 'Nur befördern, wer auch am Zurückgehaltenen gewinnt',
  epochHow: 'Mit einem anderen Richter, Kriterium oder Zurückgehaltenem beginnt eine neue Epoche.',
}
