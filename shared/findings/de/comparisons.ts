import type { comparisons as en } from '../en/comparisons.ts'
import { named } from './names.ts'

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

export const comparisons: typeof en = {
  contestant_not_there: ({ arena, name, there }) =>
    `In der Arena „${arena}“ gibt es keinen Teilnehmer „${name}“. Es gibt ${named(there) || 'keine'}.`,
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
