import type { requests as en } from '../en/requests.ts'

const list = (names: readonly string[]) => names.join(', ')
const figure = (value: number) => value.toLocaleString('de', { maximumFractionDigits: 20 })

export const requests: typeof en = {
  no_json_body: 'Der Inhalt kommt als JSON, mit „Content-Type: application/json“.',
  request_nul: 'Die Anfrage enthält ein NUL-Zeichen, das kein Text haben kann. Weglassen.',
  request_large: ({ kilobytes }) => `Eine Anfrage darf höchstens ${kilobytes} kB haben.`,
  category_without_prompts: ({ arena, category }) =>
    `category: Die Arena „${arena}“ hat keinen Prompt der Kategorie „${category}“. Es ist nichts geschehen.`,
  arena_without_judge: ({ arena }) =>
    `Die Arena „${arena}“ hat keinen Richter: In ihrer arena.yaml muss einer unter judges stehen; dann die Datei noch einmal hereinbringen.`,
  judge_not_there: ({ judge, there }) =>
    `Den Richter „${judge}“ gibt es nicht. ${there.length === 0 ? 'Es gibt keinen; er gehört in die arena.yaml' : `Es gibt ${list(there.map((name) => `„${name}“`))}`}.`,
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
  challenge_under_way: ({ arena }) =>
    `In der Arena „${arena}“ läuft gerade eine Herausforderung. Erst muss sie enden oder auf der Verwaltungsseite der Arena abgebrochen werden.`,
  prompt_thread: ({ wrong }) => `Ein Prompt ${wrong}.`,
}
