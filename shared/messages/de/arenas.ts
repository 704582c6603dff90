import type * as en from '../en/arenas.ts'
import { countOf } from '../few.ts'
import { list, named, thereIs, thereIsEnd } from './phrases.ts'

/** Why a regular expression is invalid, by the engine's words after the expression. */
const OF_PATTERNS: Record<string, string> = {
  'Unterminated group': 'eine Klammer ( wird nie geschlossen',
  "Unmatched ')'": 'eine Klammer ) wird geschlossen, die nie geöffnet wurde',
  'Unterminated character class': 'eine Klammer [ wird nie geschlossen',
  'Nothing to repeat': 'vor *, +, ? oder {} steht nichts, was sich wiederholen ließe',
  'Lone quantifier brackets': 'eine Klammer { oder } steht für sich; davor gehört \\',
  'Incomplete quantifier': 'in { } fehlt eine Zahl',
  'numbers out of order in {} quantifier': 'in { } steht die größere Zahl vor der kleineren',
  'Range out of order in character class': 'in [ ] steht ein Bereich verkehrt herum',
  'Invalid character class': 'in [ ] steht ein Bereich, dessen Enden keine Zeichen sind',
  'Invalid group': 'nach (? steht etwas, das es dort nicht gibt',
  'Invalid capture group name': 'der Name einer Gruppe fehlt oder ist keiner',
  'Duplicate capture group name': 'zwei Gruppen haben denselben Namen',
  'Invalid named capture referenced': 'eine Gruppe wird genannt, die es nicht gibt',
  'Invalid named reference': 'nach \\k fehlt der Name einer Gruppe',
  'Invalid escape': 'nach \\ steht ein Zeichen, das dort nicht stehen darf',
  'Invalid Unicode escape': 'nach \\u steht kein Zeichencode',
  'Invalid property name': 'nach \\p steht keine Eigenschaft, die es gibt',
  'Invalid property name in character class': 'nach \\p steht keine Eigenschaft, die es gibt',
  '\\ at end of pattern': 'am Ende steht ein \\ ohne Zeichen danach',
}

/** Why a JSON Schema cannot be used, by the compiler's words. */
const OF_SCHEMAS: [says: RegExp, german: (what: string) => string][] = [
  [/unknown keyword: "(.+)"$/, (keyword) => `ein Schlüsselwort „${keyword}“ gibt es nicht`],
  [/^unknown format "(.+?)"/, (format) => `ein format „${format}“ gibt es nicht`],
  [/^can't resolve reference (\S+)/, (target) => `der Verweis auf ${target} führt zu nichts`],
  [
    /^schema is invalid: data\/?(\S*) /,
    (place) => `${place || 'es'} hat eine Form, die dort nicht sein darf`,
  ],
  [/^no schema with key or ref "(.+)"$/, (draft) => `einen Entwurf ${draft} gibt es hier nicht`],
  [/^(\$async) is not possible/, (keyword) => `${keyword} geht in einer Prüfung nicht`],
]

/** A reason to append to a sentence, if it is known in German. Empty for other texts, which another program wrote. */
const behind = (why: string | undefined): string => (why === undefined ? '' : `: ${why}`)

const ofPattern = (why: string): string | undefined =>
  Object.entries(OF_PATTERNS).find(([says]) => why.endsWith(`: ${says}`))?.[1]

/** @param why  the engine's words */
const behindPattern = (why: string): string => behind(ofPattern(why))

/** @param why  the compiler's words */
function behindSchema(why: string): string {
  for (const [says, german] of OF_SCHEMAS) {
    const what = says.exec(why)?.[1]
    if (what !== undefined) return behind(german(what))
  }
  return behind(ofPattern(why))
}

const HOW =
  'DEADHEAT_PRICES auf eine Datei mit seinem Preis setzen; docs/how-to/model-servers.md zeigt ein Beispiel'

export const arena: typeof en.arena = {
  no_arena_keys: ({ isEmpty }) =>
    `${isEmpty ? 'ist leer' : 'beschreibt keine Arena'}: mindestens arena, contestants und prompts angeben, oder mit deadheat init eine zum Anfangen schreiben lassen`,
  one_contestant:
    'es gibt nur einen Teilnehmer, also nichts zu vergleichen; einen zweiten nennen, oder Antworten mit `checks` prüfen',
  template_without_text:
    'enthält weder {{text}} noch {{variables.NAME}}: Jeder Prompt wäre derselbe; {{text}} gehört dorthin, wo der Prompt stehen soll',
  context_unseen: ({ contestant }) =>
    `Prompts haben einen Kontext, aber weder system noch template enthält {{context}}: „${contestant}“ sieht ihn nicht`,
  reference_told: '{{reference}} würde dem Teilnehmer die Antwort verraten; entfernen',
  no_placeholder: ({ name }) =>
    `unbekannter Platzhalter {{${name}}}; es gibt {{text}}, {{context}} und {{variables.NAME}}, wobei NAME eine Variable der Prompts ist`,
  placeholder_empty: ({ name, prompts }) => {
    const count = countOf(prompts)
    return `{{${name}}} hat keinen Wert für ${count === 1 ? 'den Prompt' : `${count} Prompts:`} ${named(prompts)}; ${count === 1 ? 'ihm' : 'ihnen'} einen geben, oder den Platzhalter entfernen`
  },
  thread_wrong: ({ prompt, wrong }) => `der Prompt „${prompt}“ ${wrong}`,
  begins_with_assistant: 'beginnt mit einer Nachricht von assistant; die erste muss von user sein',
  assistants_in_a_row: 'hat zwei Nachrichten von assistant hintereinander; zu einer zusammenfassen',
  nothing_to_answer: 'enthält nichts zu beantworten: Die letzte Nachricht muss von user sein',
  stray_response: ({ contestant, prompt, more }) =>
    more > 0
      ? `„${contestant}“ antwortet auf unbekannte Prompts („${prompt}“ und ${more} weitere). Sie zu den Prompts hinzufügen, oder die ids korrigieren`
      : `„${contestant}“ antwortet auf einen unbekannten Prompt („${prompt}“). Ihn zu den Prompts hinzufügen, oder die id korrigieren`,
  unanswered: ({ contestant, prompts }) =>
    `„${contestant}“ hat keine Antwort auf ${named(prompts)} und lässt sich dort nicht vergleichen`,
  answers_none: ({ file }) => `${file} beantwortet keinen der Prompts; stimmen die ids?`,

  no_other_contestant: ({ name, there }) =>
    `einen anderen Teilnehmer namens „${name}“ gibt es nicht; ${thereIs(there)}`,
  no_contestant: ({ name, there }) => `den Teilnehmer „${name}“ gibt es nicht; ${thereIs(there)}`,
  control_differs: ({ of, keys }) =>
    `unterscheidet sich von „${of}“ in ${keys.join(', ')}. Eine Kontrolle ist eine Kopie des Originals; beide brauchen dieselben Einstellungen`,
  factors_lack: ({ names }) =>
    `In \`factors\` fehlt ${names}; ein anderer Teilnehmer hat es. Alle Teilnehmer mit \`factors\` brauchen dieselben Schlüssel`,
  no_factors: ({ file }) =>
    `${file}: Kein Teilnehmer hat Zutaten. Jeder braucht \`factors\` in arena.yaml, oder eine Tabelle mit der Spalte \`contestant\` und einer für jede Zutat`,
  control_same_file: ({ of }) =>
    `hat genau die Antworten von „${of}“, und gleiche Texte werden nie verglichen. Nötig ist eine zweite Datei mit Antworten, die auf dieselbe Weise neu erzeugt wurden`,
  control_cold:
    'bei temperature 0 gleichen die meisten Antworten denen des Originals, und gleiche Texte werden nie verglichen: Die Kontrolle bekommt wenige Stimmen',
  control_unknown: ({ name, there }) =>
    `--control ${name}: den Teilnehmer „${name}“ gibt es nicht; ${thereIs(there)}`,
  control_of_file: ({ name }) =>
    `--control ${name}: Seine Antworten kommen aus einer Datei, und gleiche Texte werden nie verglichen. Nötig ist eine zweite Datei mit Antworten, die auf dieselbe Weise erzeugt wurden, als Teilnehmer mit \`controlOf: ${name}\``,

  plan_live_unlimited:
    'Besucher bestimmen, wie viel zu beurteilen ist. budgetUsd ergänzen: was die Arena insgesamt höchstens kosten darf, in US-Dollar.',
  live_needs_providers:
    'Besucher fragen Teilnehmer direkt, also brauchen mindestens zwei einen `provider` und ein `model`',
  live_unpriced: ({ contestants }) =>
    `der Preis von ${list(contestants)} ist nicht bekannt, also bekommen Besucher ${contestants.length === 1 ? 'ihn' : 'sie'} nie; ${HOW}`,
  live_limit_low: ({ usd, battle }) =>
    `${usd} $ sind weniger als die ${battle} $, die zwei Antworten kosten können, also kann niemand fragen; mehr erlauben oder max_tokens senken`,
  live_moderation_of: ({ provider }) =>
    `„${provider}“ hat keine Moderation: einen Anbieter vom Typ openai, http oder exec nennen`,
  provider_missing: 'fehlt: einen aus `providers` nennen',
  no_provider: ({ name, there }) =>
    `den Anbieter „${name}“ gibt es nicht; ${thereIsEnd(there)} Ihn unter \`providers\` hinzufügen, mit type und apiKeyEnv`,
  key_needed: ({ type }) =>
    `apiKeyEnv fehlt: die Umgebungsvariable mit dem Schlüssel von ${type} angeben. Nur ein Anbieter mit baseUrl kommt ohne Schlüssel aus`,
  base_url_with_route: ({ route, instead }) =>
    `Aufrufe gehen an ${route} unter der base URL, also endet sie nicht damit: ${instead} schreiben`,
  model_missing: 'fehlt: das Modell nennen, mit dem Datum im Namen, falls es eins hat',
  unpriced: ({ model, near }) =>
    `die Preisliste kennt kein Modell „${model}“${near ? ` (${thereIs(near)})` : ''}, also lassen sich seine Aufrufe nicht in USD zählen; dafür ${HOW}`,
  unpriced_in_budget: ({ model, budget, near }) =>
    `die Preisliste kennt kein Modell „${model}“${near ? ` (${thereIs(near)})` : ''}, also lässt sich das Budget von ${budget.toLocaleString('de')} USD nicht einhalten. Den Namen korrigieren, oder ${HOW}`,
  retired: ({ model, since }) =>
    `„${model}“ ist eingestellt: Laut Preisliste bietet der Anbieter es seit ${since} nicht mehr an. Ein anderes Modell wählen`,
  model_alias: ({ model, dated }) =>
    `„${model}“ ist ein Alias: Der Anbieter kann ein anderes Modell dahinter setzen. Einen Namen mit Datum verwenden${dated ? `, etwa ${dated}` : ''}`,
  retires: ({ model, from }) => `„${model}“ wird laut Preisliste ab ${from} nicht mehr angeboten`,
  private_address: ({ host }) =>
    `${host} ist eine private Adresse, und für Arenen, die an den Server geschickt werden, ruft er solche nicht auf: die Arena im Terminal des Servers einlesen, oder den Server mit DEADHEAT_ALLOW_PRIVATE_PROVIDERS=1 starten`,
  command_sent: ({ name }) =>
    `der Anbieter „${name}“ ist ein Befehl, und Befehle gelten nur aus einer Datei auf diesem Rechner: die Arena im Terminal des Servers einlesen`,
  no_call_placeholder: ({ name }) =>
    `unbekannter Platzhalter {{${name}}}; es gibt {{messages}}, {{last}}, {{system}}, {{prompt}}, {{sample}}, {{turn}}, {{model}}, {{params}} und {{params.NAME}}`,
  no_header_placeholder: ({ names }) =>
    `unbekannter Platzhalter ${named(names)}; eine Kopfzeile darf nur {{env.NAME}} enthalten, den Wert einer Umgebungsvariable`,
  secret_in_header: ({ header }) =>
    `${header} trägt ein Geheimnis: Es gehört in eine Umgebungsvariable, und an seine Stelle {{env.NAME}}`,
  secret_in_provider:
    'enthält etwas, das wie ein Schlüssel aussieht: herausnehmen, in eine Umgebungsvariable setzen und diese in einer Kopfzeile oder unter `env` nennen',
  calls_cost_nothing: ({ name }) =>
    `die Aufrufe des Anbieters „${name}“ zählen 0 $, weil nirgends steht, was sie kosten: \`costUsd\` angeben, den Preis eines Aufrufs`,
  judge_needs_model: ({ name }) =>
    `der Anbieter „${name}“ ist kein Server für Modelle: Bewerter und Prüfungen durch ein Modell brauchen einen Anbieter vom Typ openai oder anthropic`,
  check_needs_command: ({ name }) =>
    `der Anbieter „${name}“ ist kein Befehl: eine Prüfung der Art exec braucht einen Anbieter vom Typ exec`,
  key_not_allowed: ({ variable }) =>
    `${variable} ist in einer Arena, die an den Server geschickt wird, nicht erlaubt: eine Variable verwenden, deren Name auf _API_KEY endet, oder diese auf dem Server in DEADHEAT_PROVIDER_KEYS nennen`,

  no_category: ({ categories, there }) =>
    `kein Prompt hat die Kategorie ${named(categories)}; ${thereIs(there)}`,
  check_fault: ({ fault }) => `${fault}; korrigieren`,
  no_value: ({ name }) => `unbekannter Platzhalter {{${name}}}; es gibt {{reference}} und {{variables.NAME}}`,
  no_pattern: ({ why }) => `das Muster ist kein gültiger regulärer Ausdruck${behindPattern(why)}`,
  no_schema: ({ why }) => `das JSON-Schema lässt sich nicht verwenden${behindSchema(why)}`,
  lists_too_short: ({ judges, check }) =>
    `${named(judges)} ${countOf(judges) === 1 ? 'bewertet' : 'bewerten'} Listen von drei und mehr: Wo weniger als drei Antworten „${check}“ bestehen, wird nichts bewertet. Mit pairwise werden auch sie bewertet`,
  value_empty: ({ name, prompts }) =>
    `{{${name}}} hat keinen Wert für ${named(prompts)}; den Prompts einen geben, oder die Prüfung auf \`categories\` beschränken, die einen haben`,
  more_votes_than_prompts: ({ prompts }) =>
    `ein Paar hat eine Stimme je Prompt, und es gibt ${prompts} Prompts: Mehr bekommt kein Paar`,
  gate_out_of_reach: ({ asked, most }) =>
    `verlangt ${asked} Stimmen, und die Richter geben zu zwei Teilnehmern höchstens ${most}, je Richter eine je Prompt: mehr Prompts, ein höheres votesPerPair oder ein kleineres minVotes`,

  row_key_unknown: ({ key, rows }) =>
    `${key} ist ein unbekannter Schlüssel${rows > 1 ? ` (in ${rows} Zeilen)` : ''}; die Schreibweise berichtigen oder ihn entfernen`,
  no_prompts_in: ({ file }) => `${file} enthält keine Prompts; nötig ist einer je Zeile, mit id und text`,
  responses_unclear: ({ file, columns }) =>
    `${file} enthält mehrere Texte, und welcher die Antwort ist, ist unklar: ${columns.join(', ')}. Einen behalten; eine richtige Antwort heißt reference.`,
  responses_of_other: ({ file, named }) =>
    `${file} enthält Antworten, deren model "${named}" ein anderer Teilnehmer ist; die Dateien tauschen, falls sie verwechselt sind`,
  row_wrong: ({ wrong }) => `${wrong}; die Zeile korrigieren oder entfernen`,
  more_rows: ({ count }) =>
    count === 1 ? 'noch eine unbrauchbare Zeile' : `von hier an ${count} weitere unbrauchbare Zeilen`,
  file_wrong: ({ wrong, file, where }) => `${wrong} ${file} ${where}`,
  looked_beside: '(erwartet neben der arena.yaml)',
  looked_among: '(erwartet unter den geschickten Dateien)',
}

export const advice: typeof en.advice = {
  nothing_to_compare: ({ contestant }) =>
    `${contestant} ist der einzige Teilnehmer, also gibt es nichts zu vergleichen. Einen zweiten hinzufügen, oder Prüfungen verwenden, die jede Antwort einzeln testen.`,
  nobody_judges:
    'Die Arena hat keine Richter und keine Prüfungen. Modelle antworten, und Menschen stimmen ab.',
  too_few_for_listwise: ({ judge, answers, contestants }) =>
    `Richter ${judge} ordnet ${answers} Antworten auf einmal, und es gibt ${contestants} Teilnehmer. ${contestants < 3 ? 'Hier passt form: pairwise.' : `Hier passt answers: ${contestants} oder form: pairwise.`}`,
  criterion_is_a_rule: ({ criterion, instead }) =>
    `Das Kriterium „${criterion}“ liest sich wie eine Regel, die auf eine Antwort zutrifft oder nicht. Eine Prüfung entscheidet das für jede Antwort, billiger und ohne die Streuung eines Richters. Unter checks ${instead} verwenden.`,
  rubric_holds_a_rule: ({ rubric, words, instead }) =>
    `Die Bewertungsregel ${rubric} enthält eine Regel, die ein Programm prüfen kann („${words}“). Richter messen schlecht. Unter checks entscheidet ${instead} es genau.`,
  rubric_asks_for_scores: ({ rubric, words }) =>
    `Die Bewertungsregel ${rubric} verlangt Punkte („${words}“). Richter wählen hier die bessere Antwort, eine Skala lenkt nur ab. Besser beschreiben, was eine Antwort besser macht.`,
  rubric_forbids_ties: ({ rubric, words }) =>
    `Die Bewertungsregel ${rubric} schließt Gleichstand aus („${words}“). Ein Richter, der wählen muss, wählt dann nach der Reihenfolge, und beide Reihenfolgen zusammen ergeben doch ein Unentschieden.`,
  references_missing: ({ judge, without, prompts }) =>
    `Richter ${judge} vergleicht mit einer Referenz, und ${without} von ${prompts} Prompts haben keine. Ihnen eine \`reference\` geben, oder eine andere Bewertungsregel wählen.`,
  asked_by_references: ({ judge, question }) =>
    `Jeder Prompt hat eine Referenz, und Richter ${judge} hat keine rubric. Also wird gefragt: „${question}“ Seine Stimmen stehen unter overall. Um zu fragen, welche Antwort insgesamt besser ist: rubric: overall.`,
  references_are_labels:
    'Jede Referenz ist ein einzelnes kurzes Ergebnis. Eine Antwort nennt es oder nicht. Besser ist eine Prüfung: kind: exact oder contains mit value "{{reference}}".',
  references_unused: ({ references, prompts }) =>
    `${references} von ${prompts} Prompts haben eine Referenz, aber kein Richter und keine Prüfung verwendet sie. Hat jeder Prompt eine, sagt ein Richter ohne rubric, welche Antwort ihr in Stil, Ton und Inhalt näher kommt; mit closeness und rubric: reference, in der Sache.`,
  contexts_missing: ({ judge, rubric }) =>
    `Richter ${judge} (Bewertungsregel ${rubric}) vergleicht Antworten mit dem Kontext, aber keine Antwort und kein Prompt hat einen \`context\`. Jede Aussage würde als unbelegt zählen.`,
}

export const pictures: typeof en.pictures = {
  picture_wrong: ({ picture, wrong }) => `das Bild ${picture} ${wrong}`,
  picture_large: ({ megabytes }) => `hat mehr als ${megabytes} MB; kleiner angeben`,
  picture_wide: ({ width, height, side, megapixels }) =>
    `hat ${width} × ${height} Pixel; höchstens ${side} je Seite und insgesamt ${megapixels} Millionen angeben`,
  picture_svg: 'ist SVG, das Programme ausführen kann; als PNG, JPEG oder WebP angeben',
  picture_of_other_format: 'ist weder PNG noch JPEG noch WebP, wie immer es heißt; in eines davon umwandeln',
  picture_damaged: 'ist beschädigt oder abgeschnitten; neu exportieren',
  picture_moves: 'bewegt sich; ein unbewegtes Bild angeben',
  picture_not_base64: 'ist nicht in base64 geschrieben; data:image/png;base64, und dann die Bytes schreiben',
  pictures_of_text_many: ({ count, most }) =>
    `${count} Bilder in einem Prompt oder einer Antwort; höchstens ${most} angeben`,
  pictures_of_arena_many: ({ count, megabytes, most, mostMegabytes }) =>
    `Die Arena hätte ${count} Bilder mit ${megabytes} MB; erlaubt sind ${most} mit ${mostMegabytes} MB. Kleinere oder weniger Bilder angeben.`,
  pictures_missing: ({ file, count, first }) =>
    count === 1
      ? `${file}: Das Bild „${first}“ liegt nicht daneben, deshalb zeigen die Texte dort einen Link. Es dazulegen oder mitschicken.`
      : `${file}: ${count} Bilder, zum Beispiel „${first}“, liegen nicht daneben, deshalb zeigen die Texte dort Links. Sie dazulegen oder mitschicken.`,
  no_such_picture: 'Dieses Bild gibt es hier nicht.',
}
