/**
 * Who won a vote, as people and tools write it in English: `model_a`, `B`, `left`, a name of its row, `draw`. Each row is read by
 * itself. What a number means nobody knows but who wrote it, so numbers are read only where a plan or an option says what they mean.
 */
import { OUTCOME_MEANINGS, type OutcomeMeaning } from '../../../shared/contracts/read-plan.ts'
import { BOTH_BAD, LEFT, RIGHT, TIE } from '../../../shared/stats/fit/votes.ts'
import { nameSkeleton, normalisedForm } from './fields.ts'

/** A judge that was asked in both orders and contradicted itself; a code beside the outcomes of `Votes`. */
const INCONSISTENT = 4

// Why a vote has no outcome.

/** A number, a name of another row, or a spelling that nobody foresaw. */
const UNREAD = -1
/** No verdict: empty, or a word such as NaN. */
const EMPTY = -2
/** A user said to leave such votes out. */
export const SKIPPED = -3
/** The text names a contestant of the row, and may mean something else, too. */
export const UNCLEAR = -4

/** What users say about texts, by the text as `normalisedOutcome` gives it, and perhaps about numbers as they are written. */
export interface OutcomeMeanings extends Pick<ReadonlyMap<string, OutcomeMeaning>, 'get' | 'has'> {
  ofNumber?(text: string): OutcomeMeaning | undefined
}

const WHAT =
  '(?:model|answer|response|output|completion|reply|assistant|option|system|side|variant|contestant|candidate|player)'
const WON = '(?:wins?|won|isbetter|better|ispreferred|preferred|vote)?'
const side = (letter: string, digit: string, words: string) =>
  new RegExp(
    `^(?:${WHAT}?${letter}|${WHAT}${digit}|${WHAT}?(?:${words})${WHAT}?)${WON}$|^${letter}[>]{1,2}${letter === 'a' ? 'b' : 'a'}$|^${letter === 'a' ? 'b' : 'a'}[<]{1,2}${letter}$`,
  )

const WORDS: readonly (readonly [RegExp, number])[] = [
  [side('a', '1', 'left|first|1st'), LEFT],
  [side('b', '2', 'right|second|2nd'), RIGHT],
  [
    /^(?:tie[ds]?|tievote|draw|drawn|equals?|even|same|thesame|aboutthesame|nopreference|(?:both|bothare)(?:equal|good|equallygood|thesame)|equallygood|=+|a=+b|b=+a)$/,
    TIE,
  ],
  [/^(?:tie)?(?:both|bothare|equally)(?:bad|poor)(?:vote|tie)?$|^neither(?:isgood)?$/, BOTH_BAD],
  [/^(?:tie)?inconsistent$/, INCONSISTENT],
  [/^(?:nan|null|none|na|n\/a|undefined|error|skip|skipped|invalid|unknown|)$/, EMPTY],
]
/** Results of games, in which a hyphen counts. */
const RESULTS = new Map([
  ['1-0', LEFT],
  ['0-1', RIGHT],
  ['1/2-1/2', TIE],
  ['½-½', TIE],
])
/** The spellings of Deadheat's own files. They mean the same in every file, whatever contestants are called. */
const STANDARD_WORDS = new Map([
  ['model_a', LEFT],
  ['model_b', RIGHT],
  ['tie', TIE],
  ['tie (bothbad)', BOTH_BAD],
  ['both_bad', BOTH_BAD],
  ['tie (inconsistent)', INCONSISTENT],
])

/** A text in the form in which spellings are compared: `Model A`, `model_a` and `MODEL-A` are one. */
export function normalisedOutcome(text: string): string {
  const plain = text.trim().normalize('NFC').toLowerCase()
  if (plain === '½') return '0.5'
  if (/^\+?(?:\d+(?:[.,]\d*)?|[.,]\d+)$/.test(plain)) return String(Number(plain.replace(',', '.')))
  return RESULTS.has(plain) || /^-\d/.test(plain) ? plain : plain.replace(/[\s_\-–.,:!'"“”()[\]{}]+/g, '')
}

/** Numbers that files use for outcomes: 1 and 2 for positions, 0, 0.5 and 1 for scores of the left. */
const NUMBERS: ReadonlySet<string> = new Set(['0', '0.5', '1', '1.5', '2'])

/** The outcome that a text says by itself: a code of `Votes` or of a contradiction; else below 0. */
export const outcomeOfText = (text: string): number =>
  STANDARD_WORDS.get(text) ?? outcomeOfSpelling(normalisedOutcome(text))

const outcomeOfSpelling = (spelling: string): number =>
  RESULTS.get(spelling) ?? WORDS.find(([words]) => words.test(spelling))?.[1] ?? UNREAD

/** Whether a text is no verdict and says so, such as NaN. */
export const isEmptyVerdict = (text: string): boolean => outcomeOfText(text) === EMPTY

/**
 * The outcome of a vote: a code of `Votes` or of a contradiction; else below 0.
 * @param winner  as the file has it; `left` and `right` are the names of its row
 */
export function readOutcome(winner: string, left: string, right: string, meanings?: OutcomeMeanings): number {
  if (!meanings) {
    const standard = STANDARD_WORDS.get(winner)
    if (standard !== undefined) return standard
  }
  const text = normalisedForm(winner)
  const named = text === normalisedForm(left) ? LEFT : text === normalisedForm(right) ? RIGHT : UNREAD
  const spelling = normalisedOutcome(text)
  const meaning = meanings?.get(spelling) ?? meanings?.ofNumber?.(text)
  if (meaning === 'name') return named === UNREAD ? namedByLook(text, left, right) : named
  // rows are left out for a name only where it is none of their two
  if (meaning === 'skip') return named !== UNREAD && outcomeOfText(text) === UNREAD ? named : SKIPPED
  if (meaning !== undefined) return OUTCOME_MEANINGS.indexOf(meaning)
  const standard = STANDARD_WORDS.get(text)
  if (standard !== undefined) return standard
  const word = outcomeOfSpelling(spelling)
  if (named !== UNREAD) return word === named || (word < 0 && !NUMBERS.has(spelling)) ? named : UNCLEAR
  const ofEmpty = word === EMPTY ? meanings?.get('empty') : undefined
  return ofEmpty === undefined ? word : ofEmpty === 'skip' ? SKIPPED : OUTCOME_MEANINGS.indexOf(ofEmpty)
}

/** Which of two contestants a text names, whatever its case and blanks. */
function namedByLook(text: string, left: string, right: string): number {
  const [look, ofLeft, ofRight] = [text, left, right].map(nameSkeleton)
  return ofLeft === ofRight ? UNREAD : look === ofLeft ? LEFT : look === ofRight ? RIGHT : UNREAD
}
