import { counted } from '../ui/figures.ts'
import { withTerms } from './in-languages.ts'

/** A challenge: starting it and following it. */
export const challenge = withTerms({
  en: {
    isRetired: (name: string) => `${name} (retired)`,
    noReferences:
      'A challenge needs prompts with a reference answer, and this arena has none. Add them under [Edit].',
    how: 'A judge sees the reference and both answers, blind and in both orders, and says which is closer. No votes are added.',
    otherJudging: 'Another run of this arena is open. Let it finish or cancel it under [Judging] first.',

    // its state
    against: (challenger: string, incumbent: string) => `[${challenger}] against [${incumbent}]`,
    epoch: (epoch: number) => `Epoch ${epoch}`,
    now: {
      again:
        'First the incumbent is judged again against its predecessor, because the judge, rubric or references have changed.',
      challenge: 'Both are judged on the references that decide the gate.',
      hold_out: 'The gate is passed. Now both are judged on the held-out prompts.',
    },
    stays: 'The challenge continues when you leave this page.',
    promoted: (challenger: string, incumbent: string) =>
      `[${challenger}] is promoted and replaces [${incumbent}] as the incumbent.`,
    kept: (challenger: string, incumbent: string) =>
      `[${incumbent}] stays the incumbent: [${challenger}] is not promoted.`,
    figures: (wins: number, losses: number, ties: number, rate: string) =>
      `${wins} won, ${losses} lost, ${counted(ties, 'tie', 'ties')}; a win rate of ${rate}.`,
    stood: 'This attempt was already in the log, so nothing was judged.',
    toAttempt: (attempt: number) => `Attempt ${attempt} on the climb`,
    nothing: (challenger: string, incumbent: string) =>
      `No attempt of [${challenger}] against [${incumbent}] is in the log.`,
    stopped: {
      cancelled: 'It was cancelled.',
      budget_reached: 'The budget was spent before the end.',
      failed: 'Judging ended without everything that an attempt needs.',
      refused: 'It could not continue as it was started.',
    },
    goesOn: 'Finished judgements are kept: starting the same challenge again continues from there.',
    cancelTitle: 'End this challenge for good?',
    cancelHow:
      'Running calls finish and count. Nothing is added to the log. The same challenge can continue from there.',

    // starting one
    start: 'Start the challenge',
    next: 'Another challenge',
    starting: 'Checking models with their providers …',
    incumbent: 'Incumbent',
    choose: 'choose …',
    isIncumbent: (name: string) => `${name} (incumbent)`,
    becomes: (name: string, before: string) => `${name} replaces ${before} as the incumbent.`,
    newOne: 'Add a new challenger under [Edit].',
    calls: (references: number) =>
      `At most two judge calls for each of ${counted(references, 'reference', 'references')}, plus missing answers. Twice as many at the start of an epoch, because the incumbent is judged again first.`,
    minWinRate: 'Minimum win rate, 0.5 to 1',
    alpha: 'A level of its own; 1 switches the test off',
    gateHow: 'A win rate above one half is always required.',
    epochLevel: 'share of 5 %',
    budgetUsd: 'Budget in US dollars, for each attempt',
    more: 'Judge and hold-out',
    asBefore: 'as before',
    criterion: 'Criterion, for a judge with several',
    holdOut: 'Held-out prompts, judged only before a promotion',
    holdOuts: {
      before: 'as before',
      none: 'nothing',
      share: 'a share',
      categories: 'categories',
      prompts: 'prompts',
    },
    share: 'Share, above 0 and below 1',
    seed: 'Random seed',
    categories: 'Categories, separated by commas',
    prompts: 'Prompt ids, separated by commas',
    requireHoldOut: 'Promote only if it also wins on the held-out prompts',
    epochHow: 'Changing the judge, the criterion or the hold-out starts a new epoch.',
  },
  de: {
    isRetired: (name) => `${name} (zurückgezogen)`,
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
  },
})
