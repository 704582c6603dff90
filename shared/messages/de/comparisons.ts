import type { Translated } from '../render.ts'
import type * as en from '../en/comparisons.ts'
import { judgeOfSource } from '../../contracts/source.ts'
import { list } from './phrases.ts'
const figure = (value: number) => value.toLocaleString('de', { maximumFractionDigits: 4 })

/** The origin of votes, as the name of a view says it. */
const SOURCES: Record<string, string> = {
  people: 'von Menschen',
  judges: 'von Richtern',
  simulated: 'aus der Simulation',
  all: 'gleich von wem',
}
const votesFrom = (source: string) =>
  SOURCES[source] ??
  (judgeOfSource(source) === null ? `von ${source}` : `von Richter ${judgeOfSource(source)}`)

const underAll = (criteria: readonly string[]) => {
  if (criteria.length === 0) return ''
  return criteria.length === 1
    ? ` unter dem Kriterium ${list(criteria)}`
    : ` unter den Kriterien ${list(criteria)}`
}

const BY: Record<en.VotesBy, string> = {
  human: 'von Menschen',
  judge: 'von Richtern',
  result: 'aus Aufzeichnungen',
  simulated: 'aus der Simulation',
  live: 'aus Live-Duellen',
}

export const comparisons: Translated<typeof en.comparisons> = {
  compared_with_itself: '{name} lässt sich nicht mit sich selbst vergleichen: Nötig sind zwei Teilnehmer.',
  no_votes_on: ({ source, own, other, under, instead }) =>
    `Zu ${own} und ${other} gibt es keine Stimmen ${votesFrom(source)}${underAll(under)}. ${instead}`,
  votes_under: 'Es gibt welche zu {criteria}.',
  votes_elsewhere:
    'Andere gibt es: {sources}. Unter „Stimmen von“ lassen sie sich auswählen; sonst erst Stimmen sammeln.',
  votes_by: ({ source, votes }) => `${figure(votes)} ${BY[source]}`,
  no_prompt_in_common:
    'Kein Prompt hat Antworten von beiden, also lässt sich nichts vergleichen: {own} und {other} brauchen Antworten auf dieselben Prompts (run oder import), oder Stimmen über die beiden aus einer Datei.',
  never_met:
    'Stimmen zu den beiden einlesen, sie bewerten lassen (deadheat judge {arena}), oder Menschen abstimmen lassen.',
  nothing_known_of: ({ arena, of }) =>
    `Zu keinem Prompt der Arena „${arena}“ gibt es Antworten beider mit ${of === 'cost' ? 'bekannten Kosten' : 'bekannter Dauer'}. Antworten mit einer Spalte ${of === 'cost' ? 'costUsd' : 'latencyMs'} einlesen, oder die Grenze für ${of === 'cost' ? 'Kosten' : 'die Dauer'} weglassen (${of === 'cost' ? 'maxCostRatio' : 'maxLatencyRatio'} in der Hürde).`,
  held_unmeasured: ({ judges, arena }) =>
    `Die Stimmen nehmen die Hürde, aber sie verlangt geprüfte Richter (judge: measured), und ${list(judges)} ${judges.length === 1 ? 'ist' : 'sind'} hier nicht kalibriert. Stimmen von Menschen zu bewerteten Paaren einlesen und nachsehen, was fehlt: deadheat calibrate ${arena}`,
  held_together:
    'Die Stimmen würden entscheiden, aber Menschen und Richter zählen hier zusammen. Die Stimmen der einen oder der anderen allein vergleichen: --source people oder --source judges.',
  held_by_family:
    'Die Stimmen entscheiden für {winner}, aber nicht ohne {judges} aus derselben Modellfamilie. Richter anderer Familien mehr bewerten lassen, oder Menschen abstimmen lassen.',
  held_by_family_alone:
    'Die Stimmen entscheiden für {winner}, aber alle sind von {judges} aus derselben Modellfamilie. Einen Richter einer anderen Familie hinzufügen, oder Menschen abstimmen lassen.',
  gate_without_significance:
    '--judge bewertet, bis das Ergebnis signifikant ist, aber die Hürde {preset} hat kein Signifikanzniveau. Eins angeben (--alpha 0.05), eine andere Vorlage wählen, oder zuerst alles bewerten lassen (deadheat judge).',
}
