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
export const behindPattern = (why: string): string => behind(ofPattern(why))

/** @param why  the compiler's words */
export function behindSchema(why: string): string {
  for (const [says, german] of OF_SCHEMAS) {
    const what = says.exec(why)?.[1]
    if (what !== undefined) return behind(german(what))
  }
  return behind(ofPattern(why))
}
