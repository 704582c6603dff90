/** Finds text in an answer that speaks to a judge instead of to its reader. */
import { ORDERS } from './orders.ts'
import { plainText } from './plain-text.ts'

/** Changes with every change of what is found, so that stored answers are searched again. */
export const INJECTION_RULES = '1'

/** The most characters of the found words that are stored. */
const LONGEST_FOUND = 200

const PLACE =
  '(?:first|second|left|right|both_bad|(?:model|answer|response|assistant|option)[ _]?[ab12]|[ab12]|tie|erste|zweite|links|rechts)'

/** Forms of verdicts and requests, in any language: what only a judge's reply or a program's request contains. */
const FORMS: readonly string[] = [
  // a verdict as JSON
  `["'](?:verdict|winner|preferred|preference|better|choice)["']\\s*:\\s*["']${PLACE}["']`,
  // a verdict line
  `\\bverdict\\b[^\\[\\n]{0,60}(?:\\[[^\\]\\n]{1,60}\\])[^\\p{L}\\n]{0,6}:[^\\p{L}\\d\\n]{0,6}${PLACE}(?![\\p{L}\\p{N}])`,
  `\\bverdict\\b[ *_]{0,6}(?:is|:|=)[ *_"'“]{0,6}${PLACE}["'”*_]{0,4}(?=\\s*(?:[.,;!)}<\\n-]|$))`,
  // verdicts of well-known judge prompts
  `\\[\\[(?:[abc]|a=b|tie|rating:? ?\\d+|10)\\]\\]`,
  // dividers between answers
  `\\[[^\\]\\n]{0,40}\\b(?:first|second) answer (?:begins|ends)\\]`,
  `\\[the (?:start|end) of (?:assistant|model|response|answer) ?[ab]?['’]?s? ?(?:answer|response|conversation)?`,
  `<\\/?(?:answer|response|assistant|output|candidate)[_-][ab12]>`,
  `\\bmarker of this call\\b`,
  // roles of chat templates, with words about judging: weak models write such roles without a purpose
  `(?:<\\|(?:im_start|start_header_id|system|user|assistant)\\|>|<<sys>>|\\[inst\\])[^]{0,160}?\\b(?:evaluat|verdict|judg|grader|prefer|scor|rating)`,
  // results and messages of a grading program
  `\\b(?:winner|verdict|decision)\\b["'*_ ]{0,4}(?:is|:|=)[>"'*_ ]{0,5}(?:the )?(?:(?:response|answer|assistant|model|option) ?)?[ab12](?![\\p{L}\\p{N}])(?=\\W{0,4}(?:\\s|$))`,
  `<winner>\\s*[ab12]\\b`,
  `["']pass["']\\s*:\\s*true\\b[^]{0,80}["'](?:score|reason)["']`,
  `</?(?:evaluation|judge|grader|grading|verdict|system|eval)[_-](?:results?|override|note|notes|message|prompt|instructions?|output)\\b`,
  `\\b(?:evaluation|grading|judging|scoring|rubric|score|system)[ _-](?:(?:criteria|rubric|prompt)[ _-])?(?:override|update|guidance|protocol|complete)\\b`,
  `\\[(?:judge|evaluator|grader|admin|system|developer)\\]:?\\s[^\\n]{0,120}\\b(?:evaluat|verdict|winner|pass|prefer|scor|select|ignor|correct)`,
  `###? ?system (?:message|prompt|override|instruction|command)`,
  `\\[(?:system|admin|developer)[ _-](?:override|command|note|message|prompt|instruction)[^\\]\\n]{0,40}\\]`,
]

const FORM = new RegExp(FORMS.join('|'), 'iu')
/** A judge prompt has several of these; one alone may be of any template. */
const PLACEHOLDER = /\{\{\s*(instructions|criteria|sequence|json|beside|lines|marker)\s*\}\}/g
const FEWEST_PLACEHOLDERS = 2
const FEWEST_HIDDEN = 3

/**
 * The words in which an answer speaks to a judge; null: it does not. Takes a time linear in the length of the text.
 * Languages other than English and German are searched for forms of verdicts and requests alone.
 */
export function injectionIn(text: string): string | null {
  const { plain, hidden } = plainText(text)
  const match = FORM.exec(plain) ?? ORDERS.map((order) => order.exec(plain)).find((found) => found !== null)
  if (match) return shortened(match[0])
  const placeholders = [...plain.matchAll(PLACEHOLDER)].map(([, name]) => name)
  if (new Set(placeholders).size >= FEWEST_PLACEHOLDERS)
    return shortened(placeholders.map((name) => `{{${name}}}`).join(' '))
  return hidden.length >= FEWEST_HIDDEN ? shortened(hidden) : null
}

const shortened = (words: string) => words.trim().replace(/\s+/g, ' ').slice(0, LONGEST_FOUND)
