/**
 * Who won a vote, as people and tools write it in English: `model_a`, `B`, `left`, a name, `1`, `0.5`, `draw`. What a number or a
 * name means is known only when all votes are read, so a vote first gets a code, and the codes of all votes together
 * decide what each means.
 */
import { OUTCOME_MEANINGS, type OutcomeMeaning } from '../../../shared/contracts/read-plan.ts'
import { BOTH_BAD, LEFT, RIGHT, TIE } from '../../../shared/stats/fit/votes.ts'

// Codes of what a text says by itself, beside the outcomes of `Votes`.

/** A judge that was asked in both orders and contradicted itself. */
const INCONSISTENT = 4
/** Numbers, whose meaning depends on the others. */
const NUMBERS = ['0', '0.5', '1', '1.5', '2']
const FIRST_NUMBER = 5
const [ZERO, HALF, ONE, ONE_AND_A_HALF, TWO] = [5, 6, 7, 8, 9]
/** Nothing that is known: a name, or a spelling that nobody foresaw. */
const UNREAD = 10
/** No verdict: empty, or a word such as NaN. */
const EMPTY = 11
/** The caller said to leave such votes out. */
const SKIPPED = 12
/** Marks a text whose meaning no name changes. */
const GIVEN_BY_USER = 64
const SIDE = 16
/** How many codes there are: a word by itself, on the left, or on the right. */
export const OUTCOME_CODES = 3 * SIDE

/** What callers say about texts, by the text as `normalisedOutcome` gives it, and perhaps about numbers as they are written. */
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

export const isOutcomeNumber = (spelling: string): boolean => NUMBERS.includes(spelling)

/** What a text says by itself, as a number for `outcomeCode`. */
export function outcomeWord(text: string, meanings?: OutcomeMeanings): number {
  const spelling = normalisedOutcome(text)
  const meaning = meanings?.get(spelling) ?? meanings?.ofNumber?.(text)
  if (meaning === 'name') return UNREAD
  if (meaning !== undefined)
    return GIVEN_BY_USER + (meaning === 'skip' ? SKIPPED : OUTCOME_MEANINGS.indexOf(meaning))
  const standard = STANDARD_WORDS.get(text)
  if (standard !== undefined) return GIVEN_BY_USER + standard
  const number = NUMBERS.indexOf(spelling)
  if (number >= 0) return FIRST_NUMBER + number
  const word = RESULTS.get(spelling) ?? WORDS.find(([words]) => words.test(spelling))?.[1] ?? UNREAD
  return word === EMPTY && meanings?.has('empty') ? outcomeWord('empty', meanings) : word
}

/**
 * The code of a vote.
 * @param word what its text says by itself
 * @param named 1: the text is the name of its left contestant, 2: of its right one, 0: of neither
 */
export const outcomeCode = (word: number, named: number): number =>
  word >= GIVEN_BY_USER ? word - GIVEN_BY_USER : word + SIDE * named

/** By code: the outcome, if it does not depend on other votes; −1 if it does, −2 if there is none. */
const OWN_MEANING = Int8Array.from({ length: OUTCOME_CODES }, (_, code) => {
  const [word, named] = [code % SIDE, Math.floor(code / SIDE)]
  if (word >= SKIPPED) return -2
  if (named === 0) return word <= INCONSISTENT ? word : word >= UNREAD ? -2 : -1
  return word >= UNREAD || word === named - 1 ? named - 1 : -1
})

export const hasOutcome = (code: number): boolean => OWN_MEANING[code] !== -2
/** The outcome of this code if it is certain before all votes are read; −1 if it is not, −2 if there is none. */
export const settledOutcome = (code: number): number => OWN_MEANING[code]
export const isSettled = (code: number): boolean => OWN_MEANING[code] >= 0
/** Whether a text without an outcome is one that says so, such as NaN, and no spelling that nobody foresaw. */
export const isEmptyVerdict = (text: string): boolean => outcomeWord(text) === EMPTY
/** Whether a caller said to leave votes with this code out. */
export const isSkipped = (code: number): boolean => code % SIDE === SKIPPED

/** `numbers`: they can be read in several ways. `names`: a side for some votes, a contestant for others. */
type OutcomeDoubt = 'numbers' | 'names'

/**
 * The outcome of each code.
 * @param counts how many votes have each code
 * @returns with a doubt, the codes that it is about
 */
export function resolveOutcomes(
  counts: ArrayLike<number>,
): { meanings: Int8Array; doubt: null } | { doubt: OutcomeDoubt; unsure: number[] } {
  const meanings = OWN_MEANING.slice()
  const codes = Array.from({ length: OUTCOME_CODES }, (_, code) => code).filter((code) => counts[code] > 0)
  const open = codes.filter((code) => meanings[code] === -1)
  if (open.length === 0) return { meanings, doubt: null }
  const names = namesAmong(codes)
  // every text is a side and a contestant of its vote, and the two may be different votes
  const unsure = names === 'perhaps' ? open.filter((code) => wordSide(code % SIDE) !== namedIn(code)) : []
  if (unsure.length > 0) return { doubt: 'names', unsure }
  if (names !== 'no')
    return { meanings: meanings.map((meaning, code) => (code < SIDE ? meaning : namedIn(code))), doubt: null }
  const numbers = open.filter((code) => FIRST_NUMBER <= code % SIDE && code % SIDE < UNREAD)
  const system = numbers.length > 0 ? numberSystem(new Set(numbers.map((code) => code % SIDE))) : null
  if (numbers.length > 0 && !system) return { doubt: 'numbers', unsure: numbers }
  for (const code of numbers) meanings[code] = system!.get(code % SIDE)!
  const contradicted = open.filter(
    (code) => code >= SIDE && (numbers.includes(code) ? meanings[code] : code % SIDE) !== namedIn(code),
  )
  if (contradicted.length === 0) return { meanings, doubt: null }
  // whoever says what one number means has to say it of the others
  const isSaid = (code: number) => code % SIDE !== HALF && code % SIDE !== ONE_AND_A_HALF
  const numberCodes = contradicted.some((code) => numbers.includes(code)) ? numbers.filter(isSaid) : []
  return { doubt: 'names', unsure: [...new Set([...contradicted, ...numberCodes])] }
}

const namedIn = (code: number): number => Math.floor(code / SIDE) - 1

/** What a word or a number alone says in every system of numbers that has it. */
const wordSide = (word: number): number => POSITIONS.get(word) ?? SCORES.get(word) ?? word

/** Whether texts that are a side and a name too are names: beside ties alone one can be nothing else. Perhaps: all are both. */
function namesAmong(codes: readonly number[]): 'yes' | 'perhaps' | 'no' {
  const votes = codes.filter(hasOutcome)
  if (!votes.some((code) => code >= SIDE)) return 'no'
  const words = votes.filter((code) => code < SIDE)
  const isNameOnly = votes.some((code) => code >= SIDE && code % SIDE === UNREAD)
  if (isNameOnly && words.every((word) => TIE <= word && word <= INCONSISTENT)) return 'yes'
  return words.length === 0 ? 'perhaps' : 'no'
}

const POSITIONS = new Map([
  [ONE, LEFT],
  [ONE_AND_A_HALF, TIE],
  [TWO, RIGHT],
])
const SCORES = new Map([
  [ZERO, RIGHT],
  [HALF, TIE],
  [ONE, LEFT],
])

/** What numbers mean: 1 and 2 are positions; with a half, 0 and 1 are scores of the left. Null: not certain. */
function numberSystem(numbers: ReadonlySet<number>): ReadonlyMap<number, number> | null {
  const areAmong = (system: ReadonlyMap<number, number>) => [...numbers].every((number) => system.has(number))
  if (areAmong(POSITIONS) && numbers.has(ONE) && numbers.has(TWO)) return POSITIONS
  return areAmong(SCORES) && numbers.has(HALF) ? SCORES : null
}

/** A code as people know it, for messages: the number of a text that is one. */
export const numberOfCode = (code: number): string | null => NUMBERS[(code % SIDE) - FIRST_NUMBER] ?? null
