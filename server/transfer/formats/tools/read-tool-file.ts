import type { PictureExtractor } from '../../../pictures/index.ts'
import type { VoteRow } from '../../../../shared/contracts/votes.ts'
import { msg, type CodedMessage } from '../../../../shared/messages/index.ts'
import type { OutcomeMeanings } from '../../../../shared/stats/outcome-words.ts'
import { parseAnswerRow, type AnswerRow } from '../answers.ts'
import type { RowProblems } from '../complaints.ts'
import { FileError, textField, type Fields } from '../fields.ts'
import type { OpenFile } from '../open-file.ts'
import { parsePromptRow, type PromptRow } from '../prompts.ts'
import { fileRows } from '../rows.ts'
import { FileOutcomes, readOutcomeCode, outcomeMeanings, type CodedVote } from '../file-outcomes.ts'
import { findVoteFault, parseVoteRow, type ReadVotesOptions } from '../votes.ts'
import type { Recognised } from './index.ts'
import type { Renames, Translated } from './tool-format.ts'
import { createHash } from 'node:crypto'

/** Words of 32 bits: four of the key, three of the value, and a number. */
const WIDTH = 8
const [KEY, VALUE] = [4, 3]
/** So many keys are remembered as they were asked for. */
const MAX_ASKED = 4096

/** A value of a hash table: 96 bits of a hash, and a number that is not 0. */
interface Entry {
  hash: string
  number: number
}

/**
 * Hashes by key, for millions of keys: 32 bytes for each place and no objects. A key is known by 128 bits of its
 * SHA-256. At most three quarters of the places are taken; then their number doubles.
 */
export class HashTable {
  #words = new Uint32Array(1024 * WIDTH)
  #count = 0
  /** The words of the keys that were asked for last: those of a row are asked for again. */
  readonly #asked = new Map<string, Uint32Array>()

  get(key: string): Entry | null {
    const at = this.#find(key)
    const number = this.#words[at + KEY + VALUE]
    return number === 0 ? null : { hash: this.#hashAt(at + KEY), number }
  }

  /** @param entry its number is 1 or more */
  set(key: string, { hash, number }: Entry): void {
    let at = this.#find(key)
    if (this.#words[at + KEY + VALUE] === 0) {
      if (++this.#count * 4 > (this.#words.length / WIDTH) * 3) {
        this.#grow()
        at = this.#find(key)
      }
      this.#words.set(this.#wordsOf(key), at)
    }
    const bytes = Buffer.from(hash, 'base64url')
    for (let i = 0; i < VALUE; i++) this.#words[at + KEY + i] = bytes.readUInt32LE(4 * i)
    this.#words[at + KEY + VALUE] = number
  }

  #hashAt(at: number): string {
    const bytes = Buffer.alloc(4 * VALUE)
    for (let i = 0; i < VALUE; i++) bytes.writeUInt32LE(this.#words[at + i], 4 * i)
    return bytes.toString('base64url')
  }

  /** The place of a key, or the empty one where it belongs. */
  #find(key: string): number {
    return this.#placeOf(this.#words, this.#wordsOf(key), 0)
  }

  #wordsOf(key: string): Uint32Array {
    const known = this.#asked.get(key)
    if (known) return known
    const digest = createHash('sha256').update(key).digest()
    const words = Uint32Array.from({ length: KEY }, (_, i) => digest.readUInt32LE(4 * i))
    if (this.#asked.size >= MAX_ASKED) this.#asked.clear()
    this.#asked.set(key, words)
    return words
  }

  #placeOf(words: Uint32Array, key: Uint32Array, from: number): number {
    const places = words.length / WIDTH
    for (let place = key[from] & (places - 1); ; place = (place + 1) & (places - 1)) {
      const at = place * WIDTH
      if (words[at + KEY + VALUE] === 0) return at
      let same = 0
      while (same < KEY && key[from + same] === words[at + same]) same++
      if (same === KEY) return at
    }
  }

  #grow(): void {
    const before = this.#words
    const words = new Uint32Array(before.length * 2)
    for (let at = 0; at < before.length; at += WIDTH)
      if (before[at + KEY + VALUE] !== 0)
        words.set(before.subarray(at, at + WIDTH), this.#placeOf(words, before, at))
    this.#words = words
  }
}

/** 96 bits of the SHA-256 of a value, as the table keeps them. */
export const shortHash = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value))
    .digest()
    .subarray(0, 4 * VALUE)
    .toString('base64url')

/**
 * The samples of answers that were read so far: the hash of each text, by place (prompt and contestant) and number.
 * Nearly all are the only one of their place, which is one entry of the table; a further one is two.
 */
export class KnownAnswers {
  /** By place: sample 1, and how many samples there are. By place and number, and by place and text: the others. */
  #table = new HashTable()
  /** Whether any place has a sample beside its first. */
  #hasFurther = false

  /** The hash of the text of a sample; null: there is no such sample. */
  hashOf(place: string, sample: number): string | null {
    return this.#table.get(sample === 1 ? place : byNumber(place, sample))?.hash ?? null
  }

  /** The number of the sample with this text; else the next that is free. */
  numberOf(place: string, hash: string): number {
    const first = this.#table.get(place)
    if (first?.hash === hash) return 1
    const known = this.#hasFurther ? this.#table.get(byText(place, hash)) : null
    if (known) return known.number
    let next = first ? first.number + 1 : 1
    while (this.hashOf(place, next) !== null) next++
    return next
  }

  /** @returns whether the sample is new; another with its number stays as it is */
  add(place: string, sample: number, hash: string): boolean {
    if (this.hashOf(place, sample) !== null) return false
    if (sample === 1) {
      this.#table.set(place, { hash, number: 1 })
      return true
    }
    this.#hasFurther = true
    this.#table.set(byNumber(place, sample), { hash, number: 1 })
    this.#table.set(byText(place, hash), { hash, number: sample })
    const first = this.#table.get(place)
    if (first) this.#table.set(place, { hash: first.hash, number: first.number + 1 })
    return true
  }
}

const byNumber = (place: string, sample: number) => `${sample} ${place}`
const byText = (place: string, hash: string) => `${hash} ${place}`

/** What the rows of a tool's file hold. */
interface ToolRows {
  prompts: PromptRow[]
  answers: AnswerRow[]
  votes: VoteRow[]
}

/**
 * The good rows of another tool's file, in portions; every other row goes to `complaints`. The same prompt and the
 * same answer in several rows are read once. Another answer of a model to the same prompt is its next sample.
 * @param details what to read from the fields of a vote, beside the vote
 * @throws {FileError} if no row holds anything
 */
export async function* readToolFile(
  file: OpenFile,
  { format, head }: Recognised,
  complaints: RowProblems,
  details?: ReadVotesOptions['details'],
): AsyncGenerator<ToolRows> {
  const translate = format.open(head)
  const outcomesSaidBy =
    file.outcomes ?? (format.plan && outcomeMeanings(Object.entries(format.plan.outcomes)))
  const read = outcomesSaidBy ? { ...file, outcomes: outcomesSaidBy } : file
  const texts = new KnownTexts(head.renames, details, read)
  const column = format.outcomes?.(head)
  // what the user calls an outcome is one
  complaints.verdicts = column === undefined || head.given.has(column) ? null : column
  const outcomes = new FileOutcomes(read, column)
  let isEmpty = true
  for await (const rows of fileRows(file)) {
    const portion: Portion = { prompts: [], answers: [], votes: [] }
    for (const row of rows) {
      const translated = 'wrong' in row ? row.wrong : translate(row.fields)
      if (translated === null) continue
      const wrong: Fault | null =
        'code' in translated ? [translated] : texts.add(row.line, translated, portion)
      if (wrong) complaints.add(row.line, ...wrong)
      else isEmpty = false
    }
    yield { ...portion, votes: outcomes.settled(portion.votes) }
  }
  yield { prompts: [], answers: [], votes: outcomes.rest(complaints) }
  if (isEmpty) complaints.refuseLoss(file)
  if (isEmpty) complaints.refuseIfOneCause(file, 0)
  if (isEmpty)
    throw new FileError(
      msg('no_usable_row', { file: file.name, format: format.name, wrong: complaints.reasons() }),
    )
}

interface Portion extends Omit<ToolRows, 'votes'> {
  votes: CodedVote[]
}

/** The fault of a row, and the value in it. */
type Fault = readonly [wrong: CodedMessage, there?: string]

/** The prompts and answers that were read so far. */
class KnownTexts {
  /** The text of each prompt, as a hash. */
  #prompts = new HashTable()
  #answers = new KnownAnswers()
  #options: ReadVotesOptions
  #pictures: PictureExtractor | undefined
  readonly #meanings: OutcomeMeanings | undefined
  #renames: Renames

  constructor(renames: Renames, details: ReadVotesOptions['details'], { pictures, outcomes }: OpenFile) {
    this.#renames = renames
    this.#pictures = pictures
    this.#meanings = outcomes
    this.#options = details ? { details } : {}
  }

  /** Adds all of a row to `into`, or nothing of it. @returns the fault of the row */
  add(line: number, row: Translated, into: Portion): Fault | null {
    const prompt = row.prompt ? parsePromptRow(line, row.prompt, this.#pictures) : null
    if (prompt && 'code' in prompt) return [prompt]
    const hash = prompt ? shortHash(prompt.messages) : null
    const known = prompt ? this.#prompts.get(prompt.key) : null
    if (known && known.hash !== hash) return [msg('prompt_differs')]
    const answers: AnswerRow[] = []
    for (const fields of row.answers ?? []) {
      const model = this.#renames.contestant(fields['model'])
      const answer = parseAnswerRow(line, { prompt: prompt?.key, ...fields, model }, null, this.#pictures)
      if ('code' in answer) return [answer]
      answers.push(answer)
    }
    const numbered: AnswerRow[] = []
    const hashes = answers.map(textHash)
    for (const [i, answer] of answers.entries()) {
      const sample = this.#sampleOf(answer, hashes[i], row.answers![i]['sample'])
      if (sample === null) return [msg('second_answer')]
      answer.sample = sample
      numbered.push(answer)
    }
    const votes: CodedVote[] = []
    for (const fields of row.votes ?? []) {
      const [model_a, model_b] = ['model_a', 'model_b'].map((side) => this.#renames.contestant(fields[side]))
      const named: Fields = { ...fields, model_a, model_b }
      const vote: Fields = { ...named, ...samplesOf(named, numbered) }
      if (prompt) vote['question_id'] ??= prompt.key
      const code = readOutcomeCode(vote, this.#meanings)
      const fault = findVoteFault(vote, code)
      if (fault) return fault
      votes.push({ vote: parseVoteRow(line, vote, code, this.#options), code })
    }
    if (prompt && !known) {
      this.#prompts.set(prompt.key, { hash: hash!, number: 1 })
      into.prompts.push(prompt)
    }
    for (const [i, answer] of numbered.entries())
      if (this.#answers.add(placeOf(answer), answer.sample, hashes[i])) into.answers.push(answer)
    into.votes.push(...votes)
    return null
  }

  /** The number of an answer; null if it is given, and another text has it. */
  #sampleOf(answer: AnswerRow, hash: string, given: unknown): number | null {
    const place = placeOf(answer)
    if (textField(given) === null) return this.#answers.numberOf(place, hash)
    return (this.#answers.hashOf(place, answer.sample) ?? hash) === hash ? answer.sample : null
  }
}

const placeOf = ({ prompt, contestant }: AnswerRow) => JSON.stringify([prompt, contestant])
const textHash = ({ text, turns }: AnswerRow) => shortHash(turns ?? text)

/** Which answers a vote is about, if one of them is not the contestant's first. */
function samplesOf(vote: Fields, answers: readonly AnswerRow[]): Fields {
  const of = (side: 'a' | 'b') =>
    vote[`sample_${side}`] ??
    answers.find(({ contestant }) => contestant === textField(vote[`model_${side}`]))?.sample
  const [a, b] = [of('a'), of('b')]
  return (a ?? 1) === 1 && (b ?? 1) === 1 ? {} : { sample_a: a, sample_b: b }
}
