import type { requests as en } from '../en/requests.ts'

const list = (names: readonly string[]) => names.join(', ')
const figure = (value: number) => value.toLocaleString('de', { maximumFractionDigits: 20 })

/** Of a run that is open. */
const STATUS: Record<string, string> = {
  running: 'sie läuft',
  paused: 'sie ist angehalten',
  budget_reached: 'ihr Budget ist aufgebraucht',
}

export const requests: typeof en = {
  no_json_body: 'Der Inhalt kommt als JSON, mit „Content-Type: application/json“.',
  request_unread: 'Die Anfrage lässt sich nicht lesen.',
  database_silent:
    'Die Datenbank antwortet nicht. Nichts wurde gespeichert; in einem Moment noch einmal versuchen.',
  fault_inside: 'Der Fehler liegt auf dem Server. In dessen Protokoll steht unter dieser Anfrage mehr.',
  request_nul: 'Die Anfrage enthält ein NUL-Zeichen, das kein Text haben kann. Weglassen.',
  request_large: ({ kilobytes }) => `Eine Anfrage darf höchstens ${kilobytes} kB haben.`,
  category_without_prompts: ({ arena, category }) =>
    `category: Die Arena „${arena}“ hat keinen Prompt der Kategorie „${category}“. Es ist nichts geschehen.`,
  arena_without_judge: ({ arena }) =>
    `Die Arena „${arena}“ hat keinen Richter: In ihrer arena.yaml muss einer unter judges stehen; dann die Datei noch einmal hereinbringen.`,
  judge_not_there: ({ judge, there }) =>
    `Den Richter „${judge}“ gibt es nicht. ${there.length === 0 ? 'Es gibt keinen; er gehört in die arena.yaml' : `Es gibt ${list(there.map((name) => `„${name}“`))}`}.`,
  every_judge_failed: ({ arena }) =>
    `Alle Richter der Arena „${arena}“ wurden gemessen und sind durchgefallen, also zählt unter judges keiner: einen mit Namen fragen (judge:NAME), oder seine Bewertungsregel verbessern.`,
  source_without_judges: ({ source }) =>
    `source: Richter geben keine Stimmen von ${source}; zur Wahl stehen judges und judge:NAME.`,
  criteria_not_asked: ({ arena, criteria, asked }) =>
    `In der Arena „${arena}“ wird kein Richter, der zählt, nach ${list(criteria)} gefragt; gefragt wird nach ${list(asked)}.`,
  baseline_unknown: ({ name }) =>
    `plan.baseline: Die Arena hat keinen Teilnehmer „${name}“. Dort muss einer ihrer Teilnehmer stehen.`,
  models_unknown: ({ models }) =>
    `${models.join('; ')}. Bezahlt wurde nichts: die Namen ausbessern und neu beginnen.`,
  model_not_at: ({ provider, model, names }) => `${provider} hat kein Modell „${model}“ (${list(names)})`,
  budget_without_prices: ({ models }) =>
    `budget: Für ${list(models)} gibt es keinen Preis, also lässt sich kein Budget einhalten. Er gehört in eine Preisdatei, die DEADHEAT_PRICES nennt; oder es geht ohne Budget.`,
  budget_spent: ({ spent, budget }) =>
    `budget: Dieser Durchlauf hat schon ${spent.replace('.', ',')} USD ausgegeben; mit ${figure(budget)} USD bliebe nichts, um weiterzumachen. Das Budget muss höher sein.`,
  budget_below: ({ held }) =>
    `budgetUsd: ${held.replace('.', ',')} USD sind schon ausgegeben oder unterwegs. So viel muss es mindestens sein.`,
  no_run_to_go_on: ({ arena }) => `In der Arena „${arena}“ gibt es keinen Durchlauf, der weitergehen könnte.`,
  other_judging_open: ({ arena, status }) =>
    `In der Arena „${arena}“ ist eine Bewertung nicht zu Ende (${STATUS[status] ?? status}), und ein Paar für sich zu bewerten würde sie vorzeitig beenden. Erst muss sie zu Ende gehen (deadheat judge ${arena}) oder abgebrochen werden (POST /api/admin/arenas/${arena}/judging/cancel).`,
  challenge_under_way: ({ arena }) =>
    `In der Arena „${arena}“ läuft gerade eine Herausforderung. Erst muss sie enden oder auf der Verwaltungsseite der Arena abgebrochen werden.`,
  challenge_between_runs: ({ arena }) =>
    `In der Arena „${arena}“ ist eine Herausforderung gerade zwischen zwei Durchläufen, und es gibt nichts anzuhalten, fortzusetzen oder zu begrenzen. Sie geht von selbst weiter: gleich noch einmal versuchen oder sie abbrechen.`,
  prompt_thread: ({ wrong }) => `Ein Prompt ${wrong}.`,
}
