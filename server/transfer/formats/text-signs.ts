/** What programs leave in texts, names and times that nobody meant. */
import type { Warning } from '../../../shared/contracts/board.ts'
import { msg, warning, type CodedMessage } from '../../../shared/messages/index.ts'
import type { ImportedAnswer, ImportPortion } from '../import/arena-import.ts'
import type { Watcher } from './doubts.ts'
import { isCellError, lookOf, quoted, standsForEmpty } from './fields.ts'

/** What programs write in place of an answer when a call fails. */
const FAILED =
  /^[[<(]?(?:error|exception|failed|failure|fehler|timeout)[\])>]?(?:\s*[:–-]|$)|^\[(?:error|exception|failed|timeout)\]|^(?:request |read |connection )?time(?:d ?|-)?out\b.{0,40}$|^rate.?limit\b.{0,60}$|^traceback \(most recent|^(?:http(?: error)? ?)?(?:429|5\d\d)\b.{0,60}$|^[\w.]*(?:Error|Exception)[:(]|^\{\s*"error"/i
/** Longer texts are no errors and no addresses. */
const LONGEST_SHORT = 400
/** Marks that models write before their reasoning. */
const REASONS = /^\s*<(?:(think(?:ing)?|thoughts?|reasoning|scratchpad)>|\|channel\|>analysis)/i
/** Marks of a chat template at the ends of an answer, and the colours of a terminal. */
const MARKS = new RegExp(
  String.raw`^\s*(?:<s>|\[INST\]|<\|\w+\|>|<start_of_turn>)|(?:</s>|<\|\w+\|>|<end_of_turn>)\s*$|\u001b\[\d`,
)
/** An object or a list as Python prints it, or a message of a chat, in place of the text in it. */
const PRINTED =
  /^\s*(?:[[{]\s*(?:{\s*)?(?:'|"(?:role|content|model)"\s*:)|(?:\w+\()?content=['"]|\w+\(id=').{0,20}/
/** UTF-8 that was read as Latin-1, or what could not be read. */
const GARBLED = /\ufffd|(?:Ã|â€)[\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/
/** The address of a text, in place of the text. */
const ADDRESS = /^(?:https?:\/\/\S+|[\w.\\/-]+\.(?:txt|md|json|html?|pdf|csv|png|jpe?g|webp|wav|mp3|mp4))$/i
const IN_HTML = /&(?:amp|lt|gt|quot|nbsp|apos|#\d+|#x[\da-f]+);/i
/** The end of a line as programs write it in code, between words: "\\n\\n", or "\\n" before a letter, a dash or a number. */
const ESCAPED = /\\n(?:\\n|[\p{L}\d*#-])/u
/** The most characters that a cell of Excel holds. What is longer is cut off. */
const LONGEST_CELL = 32_767
/** What people write before the totals below a table. */
const TOTAL =
  /^(?:(?:grand )?totals?|sum|mean|average|avg|summe|gesamt|mittelwert|durchschnitt|total g[eé]n[eé]ral|somme|moyenne|suma|promedio|soma|m[eé]dia|somma|totale|totaal|gemiddelde)[.:]*$/i
export const isTotal = (text: string): boolean => TOTAL.test(text.trim())
/** Times of other zones may be ahead of the clock. */
const AHEAD_MS = 24 * 60 * 60 * 1000

const MOST_SHOWN = 3
/** Of more ids, only the first are compared. */
const MOST_IDS = 200_000

/** What an answer shows, for the message; null: it shows nothing of the kind. `short` is empty if it is long. */
type Sign = (text: string, short: string, about: { asked: unknown; contestant: string }) => string | null

const shownIf = (is: boolean, text: string): string | null => (is ? text : null)

const matched = (form: RegExp, text: string): string | null => {
  const [found] = form.exec(text) ?? []
  return found === undefined ? null : quoted(found.trim())
}

/** By code, in the order in which they are told; the share of answers from which on, if a few may be meant. */
const SIGNS = [
  ['answers_are_errors', (text, short) => shownIf(isCellError(text), short)],
  ['answers_look_empty', (text, short) => shownIf(standsForEmpty(text) && !isCellError(text), short)],
  ['answers_look_failed', (_, short) => shownIf(FAILED.test(short), short)],
  ['answers_are_addresses', (_, short) => shownIf(ADDRESS.test(short), short), 1],
  ['answers_have_reasoning', reasoningIn],
  ['answers_have_marks', (text) => matched(MARKS, text)],
  ['answers_are_printed', (text) => matched(PRINTED, text), 1 / 3],
  [
    'answers_repeat_prompt',
    (text, _, { asked, contestant }) => shownIf(repeats(text, asked), contestant),
    1 / 3,
  ],
  ['texts_in_html', (text) => (/<[a-z!/][^>]*>/i.test(text) ? null : matched(IN_HTML, text)), 1 / 10],
  ['texts_garbled', garbledIn, 1 / 100],
] as const satisfies readonly (readonly [code: string, sign: Sign, least?: number])[]

function garbledIn(text: string): string | null {
  const at = text.search(GARBLED)
  return at < 0 ? null : quoted(text.slice(Math.max(0, at - 10), at + 10))
}

/** Whether an answer begins with the whole prompt, as programs that complete texts return it. */
const repeats = (text: string, prompt: unknown): boolean =>
  typeof prompt === 'string' &&
  prompt.length > 10 &&
  text.length > prompt.length &&
  text.trimStart().startsWith(prompt.trim())

function reasoningIn(text: string): string | null {
  return shownIf(endOfReasoning(text) > 0, quoted(text.trim().slice(0, 30)))
}

/** Where the reasoning before an answer ends: 0 if there is none, the length of the text if it has no end. */
function endOfReasoning(text: string): number {
  const [opening, name = 'think'] = REASONS.exec(text) ?? []
  const [closing = ''] = new RegExp(`</${name}>`, 'i').exec(text) ?? []
  if (closing === '') return opening === undefined ? 0 : text.length
  const end = text.indexOf(closing)
  // some templates open it in the prompt
  return opening !== undefined || !text.slice(0, end).includes('<think>') ? end + closing.length : 0
}

/** An answer without the reasoning before it, where that has an end. */
export function withoutReasoning(answer: ImportedAnswer): ImportedAnswer {
  const cut = (text: string): string => {
    const end = endOfReasoning(text)
    return end > 0 && end < text.length ? cut(text.slice(end).trimStart()) : text
  }
  const { text, turns } = answer
  return { ...answer, text: text === null ? null : cut(text), turns: turns?.map(cut) ?? null }
}

/** Watches texts, names and times for what may not be meant. */
export class TextSigns implements Watcher {
  readonly #file: string
  readonly #latest: number
  readonly #found = new Map<string, { count: number; texts: Set<string> }>()
  #total: string | null = null
  #answers = 0
  #cut = 0
  #escaped = 0
  #hasLines = false
  #ahead = 0
  readonly #names = new Set<string>()
  readonly #ids = new Set<string>()

  /** @param now  without it, no time is ahead */
  constructor(file: string, now: Date | undefined) {
    this.#file = file
    this.#latest = (now?.getTime() ?? Infinity) + AHEAD_MS
  }

  portion({ prompts = [], answers = [], votes = [] }: ImportPortion): void {
    const named = [...prompts.map(({ key }) => key), ...[...votes, ...answers].map(({ prompt }) => prompt)]
    for (const id of named) if (id !== null && this.#ids.size < MOST_IDS && !/\s/.test(id)) this.#ids.add(id)
    for (const { left, right, castAt } of votes) {
      if (castAt !== null && castAt.getTime() > this.#latest) this.#ahead++
      for (const name of [left, right]) {
        this.#names.add(name)
        this.#note('texts_garbled', garbledIn(name))
      }
    }
    for (const { key, messages } of prompts)
      for (const text of [key, messages?.length === 1 ? messages[0].content : '']) {
        if (isTotal(text)) this.#total ??= text
        this.#see(text)
        this.#note('texts_garbled', garbledIn(text))
      }
    const questions = new Map(prompts.map(({ key, messages }) => [key, messages?.at(-1)?.content]))
    for (const { text, turns, contestant, prompt } of answers) {
      this.#names.add(contestant)
      if (isTotal(prompt)) this.#total ??= prompt
      for (const turn of turns ?? []) this.#note('answers_have_reasoning', reasoningIn(turn))
      if (text === null) continue
      this.#answers++
      this.#see(text)
      const about = { asked: questions.get(prompt), contestant }
      const short = text.length < LONGEST_SHORT ? text.trim() : ''
      for (const [code, sign] of SIGNS) this.#note(code, sign(text, short, about))
    }
  }

  #see(text: string): void {
    if (text.includes('\n')) this.#hasLines = true
    else if (ESCAPED.test(text)) this.#escaped++
    if (text.length === LONGEST_CELL) this.#cut++
  }

  #note(code: (typeof SIGNS)[number][0], shown: string | null): void {
    if (shown === null) return
    const { count, texts } = this.#found.get(code) ?? { count: 0, texts: new Set<string>() }
    if (texts.size < MOST_SHOWN) texts.add(shown.slice(0, 60))
    this.#found.set(code, { count: count + 1, texts })
  }

  doubts(): CodedMessage[] {
    const file = this.#file
    const told = SIGNS.flatMap(([code, _, least = 0]) => {
      const { count, texts } = this.#found.get(code) ?? { count: 0, texts: [] }
      return count > 0 && count >= least * this.#answers
        ? [msg(code, { file, count, texts: [...texts] })]
        : []
    })
    const areParts = (parts: string[]) => parts.length > 1 && parts.some((part) => this.#names.has(part))
    const lists = [...this.#names].filter((name) => areParts(name.split(/\s*[,;|]\s*/)))
    const inHtml = [...this.#names].filter((name) => IN_HTML.test(name))
    const [cut, ahead, escaped, total] = [this.#cut, this.#ahead, this.#escaped, this.#total]
    const isEscaped = !this.#hasLines && escaped > this.#answers / 10
    const shown = (names: string[]) => names.slice(0, MOST_SHOWN).map(quoted)
    return [
      ...told,
      ...(cut > 0 ? [msg('answers_cut_off', { file, count: cut })] : []),
      ...(isEscaped ? [msg('texts_escaped', { file, count: escaped })] : []),
      ...(total === null ? [] : [msg('row_of_totals', { file, text: total })]),
      ...(ahead > 0 ? [msg('votes_ahead', { file, count: ahead })] : []),
      ...(lists.length > 0 ? [msg('names_are_lists', { file, names: shown(lists) })] : []),
      ...(inHtml.length > 0 ? [msg('names_in_html', { file, names: shown(inHtml) })] : []),
      ...promptsAlike(file, this.#ids),
    ]
  }
}

const MOST_GROUPS = 5

/**
 * A warning about contestants whose names differ only by case, width, blanks or invisible characters. Null: there are
 * none.
 * @param names  those of the arena
 * @param named  those of which at least one must be among them
 */
export function namesAlike(names: Iterable<string>, named?: ReadonlySet<string>): Warning | null {
  const alike = alikeAmong(names).filter((group) => !named || group.some((name) => named.has(name)))
  return alike.length === 0 ? null : warning(msg('names_alike', shownOf(alike)))
}

/** The same of the ids of prompts in a file. */
function promptsAlike(file: string, ids: Iterable<string>): CodedMessage[] {
  const alike = alikeAmong(ids)
  return alike.length === 0 ? [] : [msg('prompts_alike', { file, ...shownOf(alike) })]
}

function alikeAmong(names: Iterable<string>): string[][] {
  const groups = new Map<string, Set<string>>()
  for (const name of names) {
    const look = lookOf(name)
    groups.set(look, (groups.get(look) ?? new Set()).add(name))
  }
  return [...groups.values()].filter(({ size }) => size > 1).map((group) => [...group])
}

const shownOf = (alike: readonly string[][]) => ({
  groups: alike
    .slice(0, MOST_GROUPS)
    .map((group) =>
      group.map((name) => quoted(name.replaceAll('  ', '␣␣')) + oddIn(name, group)).join(' / '),
    ),
  more: Math.max(0, alike.length - MOST_GROUPS),
})

/** The code points of the characters that a name alone has and a reader may take for others. */
function oddIn(name: string, group: readonly string[]): string {
  const odd = [...new Set(name)]
    .filter(
      (one) => one > '\x7f' && !quoted(one).includes('\\u') && group.some((other) => !other.includes(one)),
    )
    .map((one) => `U+${one.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`)
  return odd.length > 0 ? ` (${odd.slice(0, MOST_GROUPS).join(', ')})` : ''
}
