import type { requests as en } from '../en/requests.ts'

const list = (names: readonly string[]) => names.join(', ')
const figure = (value: number) => value.toLocaleString('de', { maximumFractionDigits: 4 })

/** Of votes, as a view names where they come from. */
const SOURCES: Record<string, string> = {
  humans: 'von Menschen',
  judges: 'von Richtern',
  simulated: 'aus der Simulation',
  all: 'gleich von wem',
}
const votesOf = (source: string) =>
  SOURCES[source] ??
  (source.startsWith('judge:') ? `von Richter ${source.slice('judge:'.length)}` : `von ${source}`)

export const requests: typeof en = {
  no_json_body: 'Der Inhalt kommt als JSON, mit „Content-Type: application/json“.',
  sentence_at: ({ field, wrong }) => `${field}: ${wrong}.`,
  request_nul: 'Die Anfrage enthält ein NUL-Zeichen, das kein Text haben kann. Weglassen.',
  request_large: ({ kilobytes }) => `Eine Anfrage darf höchstens ${kilobytes} kB haben.`,

  criterion_unknown: ({ arena, criterion, there }) =>
    `criterion: Die Arena „${arena}“ hat kein Kriterium „${criterion}“; es gibt ${list(there)}.`,
  criteria_are: ({ arena, there }) => `criterion: In der Arena „${arena}“ gibt es ${list(there)}.`,
  categories_are: ({ arena, there }) =>
    `category: In der Arena „${arena}“ gibt es ${list(there) || 'keine Kategorien'}.`,
  category_without_prompts: ({ arena, category }) =>
    `category: Die Arena „${arena}“ hat keinen Prompt der Kategorie „${category}“. Es ist nichts geschehen.`,
  judge_never_voted: ({ arena, judge }) =>
    `source: In der Arena „${arena}“ hat kein Richter „${judge}“ abgestimmt.`,
  nobody_called: ({ field, arena, name }) => `${field}: In der Arena „${arena}“ heißt niemand „${name}“.`,
  source_without_judgements: ({ source }) =>
    `source: Urteile kommen von Richtern; es gibt sie zu judges, judge:NAME oder all, nicht zu ${source}.`,
  attempts_are: ({ arena, count }) =>
    `attempt: Der Aufstieg der Arena „${arena}“ hat ${count} Versuche, gezählt ab 1.`,

  arena_without_judge: ({ arena }) =>
    `Die Arena „${arena}“ hat keinen Richter: In ihrer arena.yaml gehört einer unter judges, und die wird wieder hereingebracht.`,
  judge_not_there: ({ judge, there }) =>
    `Einen Richter „${judge}“ gibt es nicht. ${there.length === 0 ? 'Es gibt keinen; er gehört in die arena.yaml' : `Es gibt ${list(there.map((name) => `„${name}“`))}`}.`,
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
    `In der Arena „${arena}“ läuft gerade eine Herausforderung. Erst wenn sie vorbei ist, kann dies beginnen.`,
  prompt_thread: ({ wrong }) => `Ein Prompt ${wrong}.`,

  compared_with_itself: ({ name }) =>
    `${name} lässt sich nicht mit sich selbst vergleichen: Nötig sind zwei Teilnehmer.`,
  compare_criterion: ({ arena, criterion, there }) =>
    `Die Arena „${arena}“ hat kein Kriterium „${criterion}“; es gibt ${list(there)}.`,
  no_votes_on: ({ source, own, other, under, instead }) =>
    `Zu ${own} und ${other} gibt es keine Stimmen ${votesOf(source)}${under.length > 0 ? `, was ${list(under)} angeht` : ''}. ${instead}`,
  votes_under: ({ criteria }) => `Es gibt welche zu ${list(criteria)}.`,
  votes_elsewhere: ({ sources }) =>
    `Von anderen gibt es: ${list(sources)}. Sie lassen sich unter der Herkunft auswählen; oder erst werden Stimmen gesammelt.`,
  votes_of_humans: ({ votes }) => `von Menschen ${figure(votes)}`,
  votes_of_judges: ({ votes }) => `von Richtern ${figure(votes)}`,
  votes_recorded: ({ votes }) => `aus Aufzeichnungen ${figure(votes)}`,
  votes_simulated: ({ votes }) => `aus der Simulation ${figure(votes)}`,
  no_prompt_in_common: ({ own, other }) =>
    `Sie haben keinen Prompt gemeinsam beantwortet, also kann niemand über sie urteilen: ${own} und ${other} brauchen Antworten auf dieselben Prompts, erzeugt oder hereingebracht, oder Stimmen über die beiden aus einer Datei.`,
  never_met: ({ arena }) =>
    `Sie sind nie aufeinandergetroffen: Stimmen über die beiden hereinbringen, sie bewerten lassen (deadheat judge ${arena}), oder Menschen abstimmen lassen.`,
  no_cost_known: ({ arena }) =>
    `Auf keinen Prompt der Arena „${arena}“ gibt es von beiden Antworten mit bekannten Kosten. Antworten mit einer Spalte costUsd hereinbringen, oder keine Grenze für Kosten verlangen (maxCostRatio, falls die Hürde der arena.yaml eine nennt).`,
  no_latency_known: ({ arena }) =>
    `Auf keinen Prompt der Arena „${arena}“ gibt es von beiden Antworten mit bekannter Dauer. Antworten mit einer Spalte latencyMs hereinbringen, oder keine Grenze für die Dauer verlangen (maxLatencyRatio, falls die Hürde der arena.yaml eine nennt).`,
  gate_without_significance: ({ preset }) =>
    `Bewertet wird, bis die Signifikanz entscheidet, und die Hürde ${preset} verlangt keine: eine angeben (--alpha 0.05), eine andere Vorlage wählen, oder alles bewerten lassen (deadheat judge) und das vergleichen.`,
}
