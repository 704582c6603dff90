import type { PictureExtractor } from '../../../pictures/index.ts'
import type { VoteRow } from '../../../../shared/contracts/votes.ts'
import { msg, type CodedMessage } from '../../../../shared/messages/index.ts'
import type { OutcomeMeanings } from '../outcome-words.ts'
import { parseAnswerRow, type AnswerRow } from '../answers.ts'
import type { RowProblems } from '../complaints.ts'
import { FileError, quoted, textField, type Fields } from '../fields.ts'
import type { OpenFile } from '../open-file.ts'
import { parsePromptRow, type PromptRow } from '../prompts.ts'
import { fileRows } from '../rows.ts'
import { outcomeMeanings } from '../outcome-meanings.ts'
import { findVoteFault, outcomeOfRow, parseVoteRow, type ReadVotesOptions } from '../votes.ts'
import { sourceValue } from '../../read-plan/sources.ts'
import type { Recognised } from './index.ts'
import type { Renames, Translated } from './tool-format.ts'
import { hash } from 'node:crypto'

/**
 * The first bytes of the SHA-256 of a text, a character for each. As keys and values of a map these take no more memory than a
 * hash table of typed arrays (50 MB of 100,000 battles with two answers each), and the texts themselves are not kept.
 */
const digest = (text: string, bytes: number): string =>
  hash('sha256', text, 'buffer').toString('latin1', 0, bytes)

/** What stands for a value among millions: 96 bits. */
export const shortHash = (value: unknown): string => digest(JSON.stringify(value), 12)

/** The samples of answers that were read so far: the hash of each text, by place (prompt and contestant) and number. */
export class KnownAnswers {
  readonly #hashes = new Map<string, string>()
  /** Of samples beside the first by place and text, and by place a number below which none is free. */
  readonly #numbers = new Map<string, number>()

  /** The hash of the text of a sample; null: there is no such sample. */
  findHash(place: string, sample: number): string | null {
    return this.#hashes.get(byNumber(place, sample)) ?? null
  }

  /** The number of the sample with this text; else the next that is free. */
  numberForText(place: string, hash: string): number {
    if (this.findHash(place, 1) === hash) return 1
    const known = this.#numbers.get(byText(place, hash))
    if (known !== undefined) return known
    let next = this.#numbers.get(place) ?? 1
    while (this.findHash(place, next) !== null) next++
    if (next > 1) this.#numbers.set(place, next)
    return next
  }

  /** @returns whether the sample is new; another with its number stays as it is */
  add(place: string, sample: number, hash: string): boolean {
    if (this.findHash(place, sample) !== null) return false
    this.#hashes.set(byNumber(place, sample), hash)
    if (sample > 1) this.#numbers.set(byText(place, hash), sample)
    return true
  }
}

const byNumber = (place: string, sample: number) => (sample === 1 ? place : `${place} ${sample}`)
const byText = (place: string, hash: string) => `${place} ${hash}`

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
  const ofFormat = format.plan?.outcomes ?? {}
  const explained = file.outcomes?.over(ofFormat) ?? outcomeMeanings(ofFormat)
  const read = explained ? { ...file, outcomes: explained } : file
  const texts = new KnownTexts(head.renames, details, read)
  const column = format.outcomes?.(head)
  // what the user calls an outcome is one
  complaints.verdicts = column === undefined || head.given.has(column) ? null : column
  const winner = format.plan?.columns['winner']
  const good = { rows: 0, voted: 0 }
  complaints.read = good
  complaints.areCounts = format.plan?.kind === 'counts'
  for await (const rows of fileRows(file)) {
    const portion: ToolRows = { prompts: [], answers: [], votes: [] }
    for (const row of rows) {
      const translated = 'wrong' in row ? row.wrong : translate(row.fields)
      if (translated === null) continue
      const before = portion.votes.length
      const wrong: Fault | null =
        'code' in translated
          ? translated.code === 'best_is_none' && 'fields' in row
            ? [translated, quoted(textField(sourceValue(row.fields, winner!)) ?? '')]
            : [translated]
          : texts.add(row.line, translated, portion)
      if (wrong) complaints.add(row.line, ...wrong)
      else {
        good.rows++
        good.voted += Number(portion.votes.length > before)
      }
    }
    complaints.addVotes(portion.votes)
    yield portion
  }
  if (good.rows > 0) return
  complaints.refuseLoss(file)
  complaints.refuseIfOneCause(file, 0)
  throw new FileError(
    msg('no_usable_row', { file: file.name, format: format.name, wrong: complaints.reasons() }),
  )
}

/** The fault of a row, and the value in it. */
type Fault = readonly [wrong: CodedMessage, there?: string]

/** The prompts and answers that were read so far. */
class KnownTexts {
  /** The hash of the text, by that of the key. */
  #prompts = new Map<string, string>()
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
  add(line: number, row: Translated, into: ToolRows): Fault | null {
    const prompt = row.prompt ? parsePromptRow(line, row.prompt, this.#pictures) : null
    if (prompt && 'code' in prompt) return [prompt]
    const text = prompt && shortHash(prompt.messages)
    const known = prompt && this.#prompts.get(shortHash(prompt.key))
    if (known && known !== text)
      return [msg('row_unusable', { why: 'an id that already exists with another text' })]
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
      const sample = this.#readSample(answer, hashes[i], row.answers![i]['sample'])
      if (sample === null)
        return [
          msg('row_unusable', {
            why: 'a second answer of a model to the same prompt without another sample',
          }),
        ]
      answer.sample = sample
      numbered.push(answer)
    }
    const votes: VoteRow[] = []
    let failed: Fault | null = null
    for (const fields of row.votes ?? []) {
      const [model_a, model_b] = ['model_a', 'model_b'].map((side) => this.#renames.contestant(fields[side]))
      const named: Fields = { ...fields, model_a, model_b }
      const vote: Fields = { ...named, ...sampleFields(named, numbered) }
      if (prompt) vote['question_id'] ??= prompt.key
      const outcome = outcomeOfRow(vote, this.#meanings)
      const fault = findVoteFault(vote, outcome)
      if (fault && row.areCalls && outcome < 0) failed ??= fault
      else if (fault) return fault
      else votes.push(parseVoteRow(line, vote, outcome, this.#options))
    }
    if (failed && votes.length === 0) return failed
    if (prompt && !known) {
      this.#prompts.set(shortHash(prompt.key), text!)
      into.prompts.push(prompt)
    }
    for (const [i, answer] of numbered.entries())
      if (this.#answers.add(answerDigest(answer), answer.sample, hashes[i])) into.answers.push(answer)
    for (const vote of votes) into.votes.push(vote)
    return null
  }

  /** The number of an answer; null if it is given, and another text has it. */
  #readSample(answer: AnswerRow, hash: string, given: unknown): number | null {
    const place = answerDigest(answer)
    if (textField(given) === null) return this.#answers.numberForText(place, hash)
    return (this.#answers.findHash(place, answer.sample) ?? hash) === hash ? answer.sample : null
  }
}

const answerDigest = ({ prompt, contestant }: AnswerRow) => digest(JSON.stringify([prompt, contestant]), 16)
const textHash = ({ text, turns }: AnswerRow) => shortHash(turns ?? text)

/** Which answers a vote is about, if one of them is not the contestant's first. */
function sampleFields(vote: Fields, answers: readonly AnswerRow[]): Fields {
  const sampleOfSide = (side: 'a' | 'b') =>
    vote[`sample_${side}`] ??
    answers.find(({ contestant }) => contestant === textField(vote[`model_${side}`]))?.sample
  const [a, b] = [sampleOfSide('a'), sampleOfSide('b')]
  return (a ?? 1) === 1 && (b ?? 1) === 1 ? {} : { sample_a: a, sample_b: b }
}
