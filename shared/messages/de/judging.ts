import type * as en from '../en/judging.ts'
import { countOf } from '../few.ts'
import { named, thereIs, counted, list, percent } from './phrases.ts'
import { causes } from './causes.ts'

export const judges: typeof en.judges = {
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
  pictures_need_model_server: ({ rubric, provider }) =>
    `die Bewertungsregel ${rubric} zeigt Bilder, doch der Anbieter „${provider}“ bekommt nur Text; dem Richter einen Anbieter der Art openai oder anthropic geben`,
  no_context_anywhere: ({ rubric }) =>
    `die Bewertungsregel ${rubric} vergleicht Antworten mit dem Kontext, aber keine Antwort und kein Prompt hat einen \`context\`; ihn zu den Antworten hinzufügen, oder zu den Prompts, wenn alle Teilnehmer denselben Text hatten`,
  context_unknown: ({ contestant, prompts }) =>
    `für ${named(prompts)} ist der Kontext von „${contestant}“ unbekannt: Bewertet wird, als hätte es keinen gegeben`,
  judge_is_kin: ({ judge, family, contestants, all }) =>
    `„${judge}“ ist aus der Familie ${family}, wie ${named(contestants)}. ${all ? 'Alle Teilnehmer sind aus seiner Familie, also hat keiner einen Vorteil. Ein Richter aus einer anderen Familie bemerkt womöglich andere Fehler' : 'Richter bevorzugen womöglich ihre eigene Familie: Zum Vergleich einen Richter aus einer anderen hinzufügen'}`,

  no_rubric: ({ name, shipped, near }) =>
    `die Bewertungsregel „${name}“ gibt es nicht${near ? ` (${thereIs(near)})` : ''}; mitgeliefert sind ${list(shipped)}. Eine eigene Datei wird mit ihrem Pfad genannt, etwa ./tone.md`,
  no_front_matter:
    'hat keinen Kopf. Über den Text gehören eine Zeile „---“, „criterion: NAME“ und noch eine Zeile „---“.',
  rubric_empty: 'hat unter dem Kopf keinen Text. Dort beschreiben, wonach bewertet wird.',
  no_sections: ({ criteria }) =>
    `mehrere Kriterien, aber kein Abschnitt „## ${criteria.join('“, „## ')}“. Jedes Kriterium unter einer eigenen Überschrift beschreiben.`,
  is_not_utf8: 'ist kein Text in UTF-8',
  schedule_gone:
    'wird nicht mehr gelesen: `calibrate --due`, `judge --repeat` und `run` aus cron oder CI aufrufen, wie docs/how-to/cron.md zeigt; entfernen',
  logprobs_gone:
    'wird nicht mehr gelesen: Urteile zählen, wie sie geschrieben sind, und wo sich beide Reihenfolgen widersprechen, ist die Stimme unentschieden; entfernen',
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
  taken_whole: 'wer aufruft, entscheidet, ob eine Antwort gestreamt wird',
  one_reply: 'jeder Aufruf verlangt eine einzige Antwort',
  no_tools: 'Antworten sind Text, ohne Aufrufe von Werkzeugen',
  searches_cost: 'die Preisliste hat keinen Preis für Suchen',
  replies_are_text: 'Antworten sind Text',
  costs_unknown: 'die Preisliste hat keinen Preis dafür',
  priority_costs: 'die Preisliste hat keinen Preis für priority',
}

const PREFERRED: Record<en.Preferred, string> = {
  longer: 'die längere von zwei Antworten',
  own_family: 'Antworten der eigenen Familie',
}

export const judgeFindings: typeof en.judgeFindings = {
  judge_decided_none: ({ undecided }) =>
    `Er stimmt zu selten mit Menschen überein: Von den ${undecided} Paaren, die sie entschieden, hat er keines entschieden.`,
  judge_agrees_too_rarely: ({ share, pairs, asked, since, until }) =>
    `Er stimmt zu selten mit Menschen überein: bei ${percent(share)} von ${pairs} Paaren, die beide${since ? ` seit ${since}` : ''}${until ? ` bis ${until}` : ''} entschieden; gefordert sind ${percent(asked)}.`,
  judge_decides_too_rarely: ({ share, pairs, asked }) =>
    `Er stimmt zu selten mit Menschen überein: Von den ${pairs} Paaren, die sie entschieden, hat er ${percent(share)} ebenso entschieden; gefordert sind ${percent(asked)}.`,
  judge_orders_differ: ({ share, of, asked }) =>
    `Er ändert sein Urteil zu oft, wenn die Antworten die Plätze tauschen: einheitlich bei ${percent(share)} von ${of} Paaren; gefordert sind ${percent(asked)}.`,
  judge_by_chance: (values) =>
    `${{ agreement: 'Er stimmt mit Menschen überein bei', consistency: 'Er bleibt bei vertauschten Antworten bei seinem Urteil in' }[values.what]} ${percent(values.share)} von ${values.of} Paaren; verlangt sind ${percent(values.asked)}. Mit Zufall können es in Wahrheit ${percent(values.from)} sein, also müssen es mehr Paare zeigen.`,
  judge_contradicts_itself: ({ day, share, pairs, asked, decided, required }) =>
    `Er stimmt nicht mehr mit sich selbst überein: Am ${day} erneut gefragt, wiederholte er ${percent(share)} von ${pairs} Urteilen; gefordert sind ${percent(asked)}. Wie gut er jetzt ist, sagen daher nur Paare, die er später beurteilt hat. Davon haben beide ${counted(decided, 'Paar', 'Paare')} entschieden; gefordert sind ${required}.`,
  judge_unmeasured_since: ({ since, pairs, required }) =>
    `Er wurde in ${since} schlechter, daher sagen frühere Paare nichts mehr über ihn. Seither haben beide ${counted(pairs, 'Paar', 'Paare')} entschieden; gefordert sind ${required}.`,
  judge_served_anew: ({ before, now, since }) =>
    `Sein Anbieter antwortet seit ${since} mit ${now}, davor mit ${before}. Wie weit ihm zu trauen ist, sagen nur Paare, die ${now} beurteilt hat.`,
  judge_prefers_place: ({ place, share, requests }) =>
    `Er bevorzugt die ${place === 'first' ? 'zuerst' : 'als zweite'} gezeigte Antwort: bei ${percent(share)} von ${requests} Anfragen mit einem Sieger.`,
  judge_prefers: ({ what, share, of }) =>
    `Er wählt ${PREFERRED[what]} bei ${percent(share)} von ${of} Paaren. Ob zu Recht, lässt sich nicht sagen, da zu wenige Menschen über diese Paare abgestimmt haben.`,
  judge_prefers_more: ({ what, share, of, humans }) =>
    `Er wählt ${PREFERRED[what]} bei ${percent(share)} von ${of} Paaren, Menschen bei ${percent(humans)} derselben Paare.`,
  judge_inconsistent: ({ share, of }) =>
    `Er ändert sein Urteil oft, wenn die Antworten die Plätze tauschen: einheitlich bei ${percent(share)} von ${of} Paaren.`,
  judge_drifted: ({ measure, before, period, from, to }) =>
    `${measure === 'decisive' ? 'Die Übereinstimmung mit Menschen' : 'Die Einheitlichkeit'} ging von ${percent(from)} (${before}) auf ${percent(to)} (${period}).`,
  judge_tells_control: ({ contestant, control, wins, losses }) =>
    `Er unterscheidet ${contestant} von der Kontrolle ${control}, die dieselben Einstellungen hat: ${wins} gewonnen, ${losses} verloren.`,
  judge_of_family: ({ contestants }) =>
    `Er ist aus der Familie von ${list(contestants)} und bevorzugt sie womöglich.`,
  judge_was_addressed: ({ judgements }) =>
    `${judgements} seiner Urteile zeigten eine Antwort, die den Richter anspricht. Sie zählen: erst ansehen, dann ihm vertrauen.`,
  judge_due: ({ measuredAt, days }) =>
    `Er wurde zuletzt am ${measuredAt} gemessen, vor mehr als ${days} Tagen: Über Paare, die er seither beurteilt hat, sollte abgestimmt werden.`,
}

export const providers: typeof en.providers = {
  provider_timeout: ({ provider, seconds }) => `${provider} antwortete nicht in ${seconds} s`,
  provider_too_large: ({ provider, mebibytes }) =>
    `${provider} wurde abgebrochen: Die Antwort ist größer als ${mebibytes} MiB`,
  provider_answered: ({ provider, status, line, advice }) =>
    `${provider} antwortete mit ${status}${line && `: ${line}`}${advice && ` (${advice})`}`,
  advice_key_refused: 'der Schlüssel wurde abgelehnt',
  advice_model: ({ model, path }) =>
    `gefragt war Modell ${model}${path ? ` unter ${path}` : ''}: seinen Namen und die base URL prüfen`,
  advice_redirect: 'es verweist woandershin: diese Adresse als base URL angeben',
  provider_unreachable: ({ provider, why, fault }) => `${provider} nicht erreicht: ${why} (${fault})`,
  provider_private: ({ provider, address }) =>
    `${provider} hat die private Adresse ${address}, und die Arena kam über HTTP, also wurde es nicht aufgerufen: die Arena im Terminal einlesen, oder Server und Worker mit DEADHEAT_ALLOW_PRIVATE_PROVIDERS=1 starten`,
  unreached: 'keine Verbindung',
  unreached_refused: 'Verbindung abgelehnt',
  unreached_host: 'diesen Rechner gibt es nicht',
  unreached_lookup: 'Name nicht aufgelöst',
  unreached_in_time: 'keine Verbindung in der vorgesehenen Zeit',
  unreached_route: 'kein Weg zu diesem Rechner',
  unreached_network: 'kein Netz',
  port_not_allowed: 'HTTP-Aufrufe an diesen Port sind gesperrt',
  key_missing: ({ name, variable }) =>
    `Anbieter ${name}: ${variable} ist nicht gesetzt. Den Schlüssel des Anbieters setzen: export ${variable}=…`,
  key_malformed: ({ name, variable }) =>
    `Anbieter ${name}: ${variable} enthält Leerzeichen oder Zeichen, die kein Schlüssel hat. Nur den Schlüssel setzen.`,
  base_url_not_http: ({ name }) => `Anbieter ${name}: Die base URL ist keine http://- oder https://-Adresse`,
  base_url_with_password: ({ name }) =>
    `Anbieter ${name}: Die base URL enthält einen Namen oder ein Passwort. Weglassen; ein Schlüssel gehört in eine Variable.`,
  failed_inside: 'es scheiterte in Deadheat selbst; warum, steht im Protokoll des Prozesses',
  overcharged: (values) =>
    `${values.provider} (${values.model}) berechnete ${values.charged} für eine Antwort, wo max_tokens ${values.maxTokens} nur ${values.allowed} erlaubt; damit lässt sich das Budget nicht einhalten (${values.spent} von ${values.budget} ausgegeben)`,
  judge_unreadable: (values) =>
    `die ersten Antworten von ${values.judge} (${values.model}) auf ${values.replies} Anfragen hintereinander ${values.isCutOff ? 'enden vor dem Urteil. max_tokens in seinen params erhöhen oder das Nachdenken abschalten' : 'enthalten kein lesbares Urteil. Ein größeres Modell nehmen, eine Bewertungsregel mit reason: after oder einen eigenen judge_prompt mit {{lines}} (docs/reference/rubrics.md#a-judge-prompt-of-your-own)'}`,
  judges_unreadable: ({ judges }) => judges.join('; '),
  next_calls_over_budget: ({ most, spent, budget }) =>
    `die nächsten Aufrufe können bis zu $${most} kosten, und $${spent} von $${budget} sind ausgegeben`,
  next_calls_over_arena: ({ most, spent, budget, isToday }) =>
    `die nächsten Aufrufe können bis zu $${most.replace('.', ',')} kosten, und die Arena hat $${spent.replace('.', ',')} von ${isToday ? 'heute ' : ''}$${budget.toLocaleString('de')} ausgegeben, mit Durchläufen, Herausforderungen und eigenen Fragen. ${isToday ? 'Es kann morgen (UTC) weitergehen oder mit einem höheren budgetUsdPerDay in arena.yaml' : 'Ein Admin kann budgetUsd in arena.yaml erhöhen oder dem Durchlauf ein Budget geben'}`,
  cause_with_line: ({ word, line }) =>
    `${(causes as Partial<Record<string, string>>)[word] ?? word.replaceAll('_', ' ')}: ${line}`,
  provider_cut: ({ provider }) => `${provider} beendete die Verbindung, bevor die Antwort vollständig war`,
  provider_no_moderation: ({ provider }) => `${provider} hat kein Urteil einer Moderation gesendet`,
  provider_no_completion: ({ provider }) =>
    `${provider} antwortete mit etwas, das keine Vervollständigung ist: die base URL prüfen`,
  provider_without_end: ({ provider }) => `${provider} schickte eine Antwort ohne Ende`,
  provider_empty: ({ provider }) => `${provider} schickte eine leere Antwort`,
  reply_not_utf8: ({ provider }) => `${provider} schickte eine Antwort, die kein UTF-8-Text ist`,
  reply_no_json: ({ provider }) =>
    `${provider} schickte eine Antwort, die kein JSON ist. Ohne \`answer\` ist alles zusammen die Antwort`,
  reply_without_text: ({ provider, pointer }) =>
    `${provider} schickte eine Antwort ohne Text an der Stelle „${pointer}“`,
  reply_transcript: ({ provider, wrong }) =>
    `${provider} schickte Nachrichten, die kein lesbarer Verlauf sind: ${wrong}`,
  command_not_started: ({ provider, command, fault }) =>
    `Anbieter ${provider}: ${command} ließ sich nicht starten (${fault}). Es muss ein Programm auf diesem Rechner sein, und sein Ordner muss da sein`,
  command_timeout: ({ provider, seconds }) =>
    `${provider} war nach ${seconds} s nicht fertig und wurde beendet`,
  command_exited: ({ provider, exit, line }) =>
    `${provider} endete mit Exit-Code ${exit}${line && `: ${line}`}`,
  command_killed: ({ provider, signal, line }) =>
    `${provider} wurde durch ${signal} beendet${line && `: ${line}`}`,
  verdict_not_boolean: ({ provider }) =>
    `${provider} schrieb JSON, dessen \`pass\` weder true noch false ist`,
  verdict_contradicted: ({ provider }) => `${provider} schrieb \`"pass": true\` und endete mit Exit-Code 1`,
  command_not_public: ({ name }) =>
    `Anbieter ${name} ist ein Befehl, und die Arena kam über HTTP, also wird er nicht ausgeführt: die Arena im Terminal einlesen`,
  variable_missing: ({ name, variable }) =>
    `Anbieter ${name}: ${variable} ist nicht gesetzt. Setzen mit: export ${variable}=…`,
  provider_silent: ({ why }) =>
    `${why}, mehrmals hintereinander. Nachsehen, ob das Modell läuft. Braucht es länger, DEADHEAT_CALL_TIMEOUT (Sekunden) erhöhen; bekommt es zu viel auf einmal, concurrency des Anbieters senken`,
  judge_silent: ({ judge, model, why }) => `kein Urteil von ${judge} (${model}): ${why}`,
  provider_tried_again: ({ why, pauses }) => `${why}, nach ${pauses} Pausen noch einmal versucht`,
  provider_ended: ({ provider, ended }) => `${provider} beendete die Antwort mit „${ended}“`,
}
