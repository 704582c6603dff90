import type * as en from '../en/forms.ts'
import { inQuotes, thereIs } from './phrases.ts'

/** Problems that the YAML parser reports, by its codes. */
const YAML: Record<string, string> = {
  ALIAS_PROPS: 'an einem Verweis steht etwas, das dort nicht stehen darf',
  BAD_ALIAS: 'ein Verweis (*) oder Anker (&) hat keinen Namen, oder sein Name endet mit einem Doppelpunkt',
  BAD_COLLECTION_TYPE: 'eine Liste oder Zuordnung ist als etwas anderes ausgezeichnet',
  BAD_DIRECTIVE:
    'eine Zeile, die mit % beginnt, ist keine Anweisung; Werte mit % gehören in Anführungszeichen',
  BAD_DQ_ESCAPE: 'nach einem \\ in Anführungszeichen steht etwas, das dort nicht stehen darf',
  BAD_INDENT: 'die Einrückung passt nicht zu den Zeilen darüber',
  BAD_PROP_ORDER: 'ein Anker (&) oder eine Auszeichnung (!) steht an der falschen Stelle',
  BAD_SCALAR_START: 'ein Text beginnt mit einem Zeichen, das nur in Anführungszeichen stehen darf',
  BLOCK_AS_IMPLICIT_KEY:
    'hier stehen zwei Schlüssel auf einer Zeile; ein Text mit Doppelpunkt gehört in Anführungszeichen',
  BLOCK_IN_FLOW: 'in Klammern steht etwas, das nur auf eigenen Zeilen stehen darf',
  DUPLICATE_KEY: 'ein Schlüssel steht zweimal da',
  KEY_OVER_1024_CHARS: 'ein Schlüssel ist länger als 1024 Zeichen',
  MISSING_CHAR: 'es fehlt ein Zeichen: ein Doppelpunkt, ein Komma, eine Klammer oder ein Anführungszeichen',
  MULTILINE_IMPLICIT_KEY:
    'ein Schlüssel geht über mehrere Zeilen; vermutlich fehlt ein Doppelpunkt oder die Einrückung',
  MULTIPLE_ANCHORS: 'an einem Wert stehen zwei Anker (&)',
  MULTIPLE_DOCS: 'es sind mehrere Dokumente; nur eins darf da sein, ohne Zeile „---“ dazwischen',
  MULTIPLE_TAGS: 'an einem Wert stehen zwei Auszeichnungen (!)',
  NON_STRING_KEY: 'ein Schlüssel ist kein Text',
  RESOURCE_EXHAUSTION: 'zu tief verschachtelt',
  TAB_AS_INDENT: 'eingerückt wird mit Leerzeichen, nicht mit Tabulatoren',
  TAG_RESOLVE_FAILED: 'eine Auszeichnung (!) passt nicht zu ihrem Wert',
  UNEXPECTED_TOKEN: 'hier steht etwas, womit an dieser Stelle nichts anzufangen ist',
}

const UNREAD = 'von hier an lässt es sich nicht lesen'

export const forms: typeof en.forms = {
  responses_or_model:
    'entweder `responses` angeben (eine Datei mit Antworten; `model` ist dann freiwillig) oder `provider` und `model`',
  one_of_text: 'genau eins von `text`, `messages` und `turns` angeben',
  votes_or_everything: 'entweder `votesPerPair` oder `everything` angeben',
  tournament_alone:
    'ein Turnier wählt seine Paare selbst: ohne `votesPerPair`, `baseline`, `everything`, `repeats` und `rejudge`',
  decides_when: '`votes` oder `at` angeben, oder `decides: never` schreiben',
  criterion_or_criteria: 'entweder `criterion` oder `criteria` angeben',
  criterion_twice: 'ein Kriterium ist zweimal genannt',
  no_variable: 'muss der Name einer Umgebungsvariable sein, etwa OPENAI_API_KEY',
  no_slug: 'muss aus 1 bis 64 Zeichen bestehen, aus a–z, 0–9 und -',
  no_flags: 'darf nur i, m, s und u enthalten',
  no_pointer: 'muss ein JSON Pointer sein: / vor jedem Namen oder Platz, etwa /choices/0/text',
  no_header: 'der Name einer Kopfzeile besteht nur aus Buchstaben, Ziffern und Bindestrichen',
  name_challenger: 'muss der Name oder das Kürzel des Teilnehmers sein, der den anderen ersetzen würde',
  name_incumbent: 'muss der Name oder das Kürzel des Teilnehmers sein, der ersetzt würde',
  name_long: 'darf höchstens 200 Zeichen haben',
  other_source: 'muss humans, judges, judge:NAME, all oder simulated sein',
  other_preset: 'muss cosmetic, default oder critical sein',
  not_true_or_false: 'muss true oder false sein',
  share_asked: 'muss ein Anteil von 0 bis 1 sein',
  count_asked: 'muss eine ganze Zahl ab 1 sein',
  alpha_asked: 'muss zwischen 0,000000001 und 1 liegen',
  ratio_asked: 'muss eine Zahl über 0 sein',
  one_selection: 'genau eins angeben: keys (eine Liste), category oder all: true',
  people_unless_judges: 'people angeben; mit kind: judges weder people noch group, seats oder goal',
  no_preset: ({ given }) =>
    `${inQuotes(given)} ist keine Vorlage; zur Wahl stehen cosmetic, default, critical`,
  no_share: ({ given }) => `${inQuotes(given)} ist kein Anteil von 0 bis 1; 55 % sind 0.55`,
  no_count: ({ given }) =>
    `${inQuotes(given)} ist keine Anzahl von Stimmen; nötig ist eine ganze Zahl ab 1, etwa 400`,
  no_alpha: ({ given }) => `${inQuotes(given)} liegt nicht zwischen 0,000000001 und 1; 5 % sind 0.05`,
  no_ratio: ({ given }) =>
    `${inQuotes(given)} ist kein Verhältnis; nötig ist eine Zahl über 0, etwa 1.2 für ein Fünftel mehr`,

  unknown_key: ({ near }) =>
    near
      ? `unbekannter Schlüssel; ${thereIs(near)}`
      : 'unbekannter Schlüssel; die Schreibweise berichtigen oder ihn entfernen',
  unknown_form: 'fehlt oder hat eine unbekannte Form',
  unknown_form_of_file: 'fehlt oder hat eine unbekannte Form; docs/reference/files.md zeigt die bekannten',
  whole_number_asked: 'ist keine ganze Zahl',
  token_asked: 'braucht mindestens 16 Zeichen und darf keine Leerzeichen enthalten',
  postgres_address_asked: 'ist keine Adresse der Form postgres://…',
  variables_asked: 'ist keine Liste von Variablen, durch Kommas getrennt',
  web_address_asked: 'ist keine Adresse wie https://hooks.example/arena, ohne Benutzer und Passwort',
  signing_key_asked: 'braucht Base64 von mindestens 24 Bytes, wie „openssl rand -base64 32“ es ausgibt',
  public_url_asked: 'ist keine Adresse wie https://arena.example, ohne Pfad, Benutzer und Passwort',
  origins_asked: 'ist keine Liste von Adressen wie https://arena.example, durch Kommas getrennt',
  no_date: 'ist kein Datum; nötig ist eines wie 2026-01-31',
  no_url: 'ist keine Adresse; nötig ist eine wie https://example.com/v1',
  name_twice: ({ name, first }) =>
    `der Name „${name}“ ist zweimal vergeben (zuerst bei Nummer ${first} der Liste); einen davon ändern`,
  id_twice: ({ id, first }) =>
    `die id „${id}“ ist zweimal vergeben (zuerst bei Nummer ${first} der Liste); eine davon ändern`,

  // Without a code of the parser, the reason is a sentence of this catalogue.
  not_yaml: ({ why, fault }) => `kein YAML: ${fault === '' ? why : (YAML[fault] ?? UNREAD)}`,
  not_read: ({ why }) => `lässt sich nicht lesen: ${why}`,
  key_twice: 'ein Schlüssel steht zweimal da',
  nested_too_deep: 'zu tief verschachtelt; weniger Ebenen verwenden',
  alias_unresolved: ({ name }) =>
    `der Verweis *${name} ist nicht definiert: Darüber steht kein &${name}; seinen Wert ausschreiben, oder einen Text, der mit * beginnt, in Anführungszeichen setzen`,
  aliases_multiply: 'die Verweise ergeben zu viele Werte; ausschreiben, wofür sie stehen',

  /** The words of another program, or of a text stored before messages had codes. */
  as_given: ({ text }) => text,

  at_place: ({ place, wrong }) => `${place}: ${wrong}`,
  the_file: 'die Datei',
  several: ({ all, more }) => `${all.join(' · ')}${more > 0 ? ` (und noch ${more})` : ''}`,
}

export const argumentValues: typeof en.argumentValues = {
  must_be_hold_out: 'Es muss ein Anteil ab 0 und unter 1 sein, category:NAME,… oder prompts:ID,….',
  must_be_source: 'Es muss humans, judges oder judge:NAME sein.',
  must_be_whole_number: ({ range }) => `Es muss eine ganze Zahl sein, ${range}.`,
  must_be: ({ must }) => `Es muss sein: ${must}.`,
  must_be_plot_file: 'Es muss auf .svg oder .png enden.',
  must_be_name_and_value: 'Es muss NAME=WERT sein, mit einer Zahl als WERT.',
}
