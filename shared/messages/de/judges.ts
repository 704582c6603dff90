import type { judges as en } from '../en/judges.ts'
import { countOf } from '../few.ts'
import { named, thereIs } from './names.ts'

export const judges: typeof en = {
  unasked: ({ criteria }) => `nach ${named(criteria)} wird kein Richter gefragt`,
  criteria_not_in_rubric: ({ rubric, criteria, there }) =>
    `die Bewertungsregel ${rubric} sagt nichts über ${named(criteria)}; ${thereIs(there)}`,
  criteria_not_in_arena: ({ judge, criteria }) =>
    `„${judge}“ bewertet nach ${named(criteria)}, was nicht unter den \`criteria\` der Arena steht; dort ergänzen, oder dem Richter eigene \`criteria\` ohne ${countOf(criteria) === 1 ? 'dieses' : 'diese'} geben`,
  form_not_in_rubric: ({ rubric, form, forms }) =>
    `die Bewertungsregel ${rubric} ist nicht für Urteile der Form ${form}, nur für ${forms.join(', ')}; die Form in ihren Kopf aufnehmen, oder die des Richters ändern`,
  too_few_for_lists: ({ count }) =>
    `Urteile der Form listwise vergleichen mindestens drei Antworten, und es gibt ${count} Teilnehmer; pairwise verwenden`,
  no_reference: ({ rubric, prompts }) =>
    `die Bewertungsregel ${rubric} vergleicht mit einer Referenz, und für ${named(prompts)} gibt es keine; den Prompts eine \`reference\` geben, oder den Richter auf \`categories\` beschränken, die eine haben`,
  no_context_anywhere: ({ rubric }) =>
    `die Bewertungsregel ${rubric} vergleicht Antworten mit dem Kontext, aber keine Antwort und kein Prompt hat einen \`context\`; ihn zu den Antworten hinzufügen, oder zu den Prompts, wenn alle Teilnehmer denselben Text hatten`,
  context_unknown: ({ contestant, prompts }) =>
    `für ${named(prompts)} ist der Kontext von „${contestant}“ unbekannt: Bewertet wird, als hätte es keinen gegeben`,
  judge_is_kin: ({ judge, family, contestants, all }) =>
    `„${judge}“ ist aus der Familie ${family}, wie ${named(contestants)}. ${all ? 'Alle Teilnehmer sind aus seiner Familie, also hat keiner einen Vorteil. Ein Richter aus einer anderen Familie bemerkt womöglich andere Fehler' : 'Richter bevorzugen womöglich ihre eigene Familie: Zum Vergleich einen Richter aus einer anderen hinzufügen'}`,

  no_rubric: ({ name, shipped }) =>
    `die Bewertungsregel „${name}“ gibt es nicht: Sie gehört nicht zu den mitgelieferten (${shipped.join(', ')}), und keine solche Datei wurde geschickt; die eigene Bewertungsregel mitschicken`,
  no_front_matter:
    'hat keinen Kopf. Über den Text gehören eine Zeile „---“, „criterion: NAME“ und noch eine Zeile „---“.',
  rubric_empty: 'hat unter dem Kopf keinen Text. Dort beschreiben, wonach bewertet wird.',
  no_sections: ({ criteria }) =>
    `mehrere Kriterien, aber kein Abschnitt „## ${criteria.join('“, „## ')}“. Jedes Kriterium unter einer eigenen Überschrift beschreiben.`,
  is_not_utf8: 'ist kein Text in UTF-8',
  logprobs_of_protocol: ({ provider }) =>
    `Log-Wahrscheinlichkeiten kommen von Anbietern der Art openai, und „${provider}“ ist keiner; logprobs weglassen`,
  logprobs_of_rankings:
    'Log-Wahrscheinlichkeiten werden nur bei Urteilen über zwei Antworten abgefragt, und dieser Richter ordnet mehrere; die Form pairwise verwenden oder logprobs weglassen',
  logprobs_unmeasured: ({ judge }) =>
    `Richter ${judge}: seine Stimmen lassen sich erst nach einer Messung an Menschen gewichten; logprobs auf measure setzen, urteilen lassen, Menschen über dieselben Paare abstimmen lassen und calibrate ansehen`,
  logprobs_not_better: ({ judge, pairs, weighed, plain, p }) =>
    `Richter ${judge}: gewichtete Urteile stimmen bei ${weighed} von ${pairs} Paaren mit Menschen überein, einfache bei ${plain} (p ${p.toPrecision(2)}); Stimmen werden nur gewichtet, wenn das zum Niveau 0,05 öfter ist; logprobs auf measure lassen`,
  judge_prompt_place_unknown: ({ place, known }) =>
    `{{${place}}} steht für nichts. Korrigieren oder entfernen; es gibt {{${known.join('}}, {{')}}}.`,
  judge_prompt_without_answers: ({ form, missing }) =>
    `zeigt nicht ${form === 'listwise' ? 'die' : 'beide'} Antworten: {{${missing.join('}} und {{')}}} ${missing.length === 1 ? 'fehlt' : 'fehlen'}. ${form === 'listwise' ? 'Dort' : 'Dies, oder {{answers}} für beide, dort'} einsetzen, wo die Antworten stehen sollen.`,
  judge_prompt_swapped:
    'zeigt die zweite Antwort über der ersten, und Urteile nennen Antworten nach ihrer Reihenfolge. {{first}} gehört über {{second}}.',
  judge_prompt_without_verdict:
    'verlangt kein Urteil, das sich lesen lässt: {{json}} oder {{lines}} fehlt. Eines davon dort einsetzen, wo die Form der Antwort stehen soll.',
  judge_prompt_without_rubric:
    'lässt die Bewertungsregel weg: {{instructions}} fehlt. Dort einsetzen, wo ihr Text stehen soll.',
  judge_prompt_without: ({ what, rubric }) =>
    `zeigt ${what === 'reference' ? 'die Referenz' : 'den Kontext'} nicht, wonach die Bewertungsregel ${rubric} bewertet: {{${what}}} fehlt. Dort einsetzen, wo ${what === 'reference' ? 'sie' : 'er'} stehen soll.`,
  judge_prompt_beyond_rubric: ({ what, rubric }) =>
    `{{${what}}} zeigt, was die Bewertungsregel ${rubric} nicht zeigt. In ihren Kopf shows: [${what}] aufnehmen, oder {{${what}}} entfernen.`,

  secret_in_params: ({ place }) =>
    `${place}: sieht nach einem Schlüssel oder Geheimnis aus, aber Parameter sind öffentlich. Entfernen: Der Schlüssel gehört in eine Umgebungsvariable des Servers, deren Name beim Anbieter in apiKeyEnv steht`,
  param_not_taken: ({ name, why }) => `params.${name}: ${why}; entfernen`,
  param_out_of_range: ({ name, least, most }) =>
    `params.${name}: muss eine Zahl von ${least} bis ${most} sein`,
  param_not_whole: ({ name }) => `params.${name}: muss eine ganze Zahl über 0 sein`,
  beside_params: 'das Modell steht neben params, nicht darin',
  messages_are_made: 'die Nachrichten entstehen aus Prompt und System-Prompt',
  system_beside_params: 'der System-Prompt steht neben params, nicht darin',
  taken_whole: 'Antworten werden nicht gestreamt',
  one_reply: 'jeder Aufruf verlangt eine einzige Antwort',
  no_tools: 'Antworten sind Text, ohne Aufrufe von Werkzeugen',
  searches_cost: 'die Preisliste hat keinen Preis für Suchen',
  replies_are_text: 'Antworten sind Text',
  costs_unknown: 'die Preisliste hat keinen Preis dafür',
  priority_costs: 'die Preisliste hat keinen Preis für priority',
}
