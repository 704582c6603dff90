import type { judges as en } from '../en/judges.ts'
import { countOf } from '../few.ts'
import { named, thereIs } from './names.ts'

export const judges: typeof en = {
  unasked: ({ criteria }) => `nach ${named(criteria)} wird kein Richter gefragt`,
  criteria_not_in_rubric: ({ rubric, criteria, there }) =>
    `die Bewertungsregel ${rubric} sagt nichts über ${named(criteria)}; ${thereIs(there)}`,
  criteria_not_in_arena: ({ judge, criteria }) =>
    `„${judge}“ bewertet nach ${named(criteria)}, und das steht nicht unter den \`criteria\` der Arena; dort ergänzen, oder dem Richter eigene \`criteria\` ohne ${countOf(criteria) === 1 ? 'dieses' : 'diese'} geben`,
  form_not_in_rubric: ({ rubric, form, forms }) =>
    `die Bewertungsregel ${rubric} ist nicht für Urteile der Form ${form}, nur für ${forms.join(', ')}; die Form in ihren Kopf aufnehmen, oder die des Richters ändern`,
  too_few_for_lists: ({ count }) =>
    `Urteile der Form listwise zeigen drei Antworten oder mehr, und es gibt ${count} Teilnehmer; hier geht nur pairwise`,
  no_reference: ({ rubric, prompts }) =>
    `die Bewertungsregel ${rubric} vergleicht mit einer Referenz, und für ${named(prompts)} gibt es keine; den Prompts eine \`reference\` geben, oder den Richter auf \`categories\` beschränken, die eine haben`,
  no_context_anywhere: ({ rubric }) =>
    `die Bewertungsregel ${rubric} vergleicht Antworten mit dem, was ihnen vorlag, und keine Antwort und kein Prompt hat einen \`context\`; er gehört zu den Antworten, oder zu den Prompts, wo allen dasselbe vorlag`,
  context_unknown: ({ contestant, prompts }) =>
    `zu ${named(prompts)} fehlt der Text, der „${contestant}“ vorlag: Bewertet wird, als hätte keiner vorgelegen`,
  judge_is_kin: ({ judge, family, contestants, all }) =>
    `„${judge}“ ist aus der Familie ${family}, wie ${named(contestants)}. ${all ? 'Alle Teilnehmer sind aus seiner Familie, also hat keiner einen Vorteil. Ein Richter aus einer anderen Familie bemerkt womöglich andere Fehler' : 'Richter bevorzugen womöglich ihre eigene Familie: Ein Richter aus einer anderen sollte dazukommen'}`,

  no_rubric: ({ name, shipped }) =>
    `die Bewertungsregel „${name}“ gibt es nicht: Keine der mitgelieferten heißt so, und geschickt wurde keine. Mitgeliefert sind ${shipped.join(', ')}; eine eigene Datei muss mitkommen`,
  no_front_matter:
    'hat keinen Kopf. Über den Text gehören eine Zeile „---“, „criterion: NAME“ und noch eine Zeile „---“.',
  rubric_empty: 'sagt unter dem Kopf nichts. Dorthin gehört, wonach bewertet wird.',
  no_sections: ({ criteria }) =>
    `mehrere Kriterien, aber kein Abschnitt „## ${criteria.join('“, „## ')}“. Unter je einer Überschrift muss stehen, was es heißt.`,
  is_not_utf8: 'ist kein Text in UTF-8',

  secret_in_params: ({ place }) =>
    `${place}: sieht nach einem Schlüssel oder Geheimnis aus, und Parameter sind öffentlich. Herausnehmen: Ein Schlüssel steht in einer Umgebungsvariable des Servers, die apiKeyEnv beim Anbieter nennt`,
  param_not_taken: ({ name, why }) => `params.${name}: ${why}; weglassen`,
  param_out_of_range: ({ name, least, most }) => `params.${name}: ist keine Zahl von ${least} bis ${most}`,
  param_not_whole: ({ name }) => `params.${name}: ist keine ganze Zahl über 0`,
  beside_params: 'das Modell steht neben den Parametern, nicht darunter',
  messages_are_made: 'die Nachrichten entstehen aus Prompt und System-Prompt',
  system_beside_params: 'der System-Prompt steht neben den Parametern, nicht darunter',
  taken_whole: 'Antworten werden nicht gestreamt',
  one_reply: 'jeder Aufruf verlangt eine einzige Antwort',
  no_tools: 'Antworten sind Text; Werkzeuge können nicht antworten',
  searches_cost: 'die Preisliste hat keinen Preis für Suchen',
  replies_are_text: 'Antworten sind Text',
  costs_unknown: 'die Preisliste hat keinen Preis dafür',
  priority_costs: 'die Preisliste hat keinen Preis für priority',
}
