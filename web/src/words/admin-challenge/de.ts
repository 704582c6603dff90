import { counted } from '../../ui/figures.ts'
import type * as en from './en.ts'

export const challenge: typeof en.challenge = {
  noReferences:
    'Eine Herausforderung braucht Prompts mit einer Referenzantwort, und diese Arena hat keine. Unter [Ändern] lassen sie sich hinzufügen.',
  how: 'Ein Richter sieht die Referenz und beide Antworten, blind und in beiden Reihenfolgen, und sagt, welche näher ist. Es kommen keine Stimmen hinzu.',
  otherJudging:
    'In dieser Arena ist ein anderer Durchlauf offen. Erst muss er unter [Bewertung] enden oder abgebrochen werden.',

  against: (challenger, incumbent) => `[${challenger}] gegen [${incumbent}]`,
  epoch: (epoch) => `Epoche ${epoch}`,
  now: {
    again:
      'Zuerst wird der Titelverteidiger noch einmal gegen seinen Vorgänger beurteilt, weil sich Richter, Bewertungsregel oder Referenzen geändert haben.',
    challenge: 'Beide werden an den Referenzen beurteilt, die über die Hürde entscheiden.',
    hold_out: 'Die Hürde ist genommen. Jetzt werden beide an den zurückgehaltenen Prompts beurteilt.',
  },
  stays: 'Die Herausforderung läuft weiter, wenn du diese Seite verlässt.',
  promoted: (challenger, incumbent) =>
    `[${challenger}] wird befördert und löst [${incumbent}] als Titelverteidiger ab.`,
  kept: (challenger, incumbent) =>
    `[${incumbent}] bleibt Titelverteidiger: [${challenger}] wird nicht befördert.`,
  figures: (wins, losses, ties, rate) =>
    `${wins} gewonnen, ${losses} verloren, ${ties} unentschieden; Siegquote ${rate}.`,
  stood: 'Dieser Versuch stand schon im Protokoll, deshalb wurde nichts beurteilt.',
  toAttempt: (attempt) => `Versuch ${attempt} im Aufstieg`,
  nothing: (challenger, incumbent) =>
    `Im Protokoll steht kein Versuch von [${challenger}] gegen [${incumbent}].`,
  stopped: {
    cancelled: 'Die Herausforderung wurde abgebrochen.',
    budget_reached: 'Das Budget war vor dem Ende aufgebraucht.',
    failed: 'Die Bewertung endete, ohne dass ein Versuch vollständig war.',
    refused: 'So, wie sie begonnen wurde, konnte sie nicht weitergehen.',
  },
  goesOn: 'Fertige Urteile bleiben: Dieselbe Herausforderung geht beim nächsten Start von dort weiter.',
  cancelTitle: 'Diese Herausforderung endgültig beenden?',
  cancelHow:
    'Laufende Aufrufe enden und zählen. Ins Protokoll kommt nichts. Dieselbe Herausforderung kann dort weitergehen.',

  start: 'Herausforderung starten',
  next: 'Neue Herausforderung',
  starting: 'Modelle werden bei ihren Anbietern geprüft …',
  incumbent: 'Titelverteidiger',
  choose: 'auswählen …',
  isIncumbent: (name) => `${name} (Titelverteidiger)`,
  isRetired: (name) => `${name} (zurückgezogen)`,
  becomes: (name, before) => `${name} wird anstelle von ${before} Titelverteidiger.`,
  newOne: 'Einen neuen Herausforderer unter [Ändern] hinzufügen.',
  calls: (references) =>
    `Höchstens zwei Aufrufe des Richters je Referenz, hier ${counted(references, 'Referenz', 'Referenzen')}, dazu fehlende Antworten. Doppelt so viele zu Beginn einer Epoche, weil zuerst der Titelverteidiger noch einmal beurteilt wird.`,
  minWinRate: 'Mindest-Siegquote, 0,5 bis 1',
  alpha: 'Eigenes Niveau; 1 schaltet den Test ab',
  gateHow: 'Eine Siegquote über der Hälfte ist immer nötig.',
  epochLevel: 'Anteil an 5 %',
  budgetUsd: 'Budget in US-Dollar, je Versuch',
  more: 'Richter und zurückgehaltene Prompts',
  asBefore: 'wie zuvor',
  criterion: 'Kriterium, bei Richtern mit mehreren',
  holdOut: 'Zurückgehaltene Prompts, nur vor einer Beförderung beurteilt',
  holdOuts: {
    before: 'wie zuvor',
    none: 'nichts',
    share: 'ein Anteil',
    categories: 'Kategorien',
    prompts: 'Prompts',
  },
  share: 'Anteil, über 0 und unter 1',
  seed: 'Startwert des Zufalls',
  categories: 'Kategorien, durch Kommas getrennt',
  prompts: 'ids der Prompts, durch Kommas getrennt',
  requireHoldOut: 'Nur befördern, wenn er auch an den zurückgehaltenen Prompts gewinnt',
  epochHow:
    'Ein anderer Richter, ein anderes Kriterium oder andere zurückgehaltene Prompts: Damit beginnt eine neue Epoche.',
}
