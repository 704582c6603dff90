import type { PictureTaker } from '../../../pictures/index.ts'
import type { VoteRow } from '../../../../shared/contracts/vote-row.ts'
import { msg } from '../../../../shared/messages/index.ts'
import type { ToldOutcomes } from '../../../../shared/stats/outcome-words.ts'
import type { CodedMessage } from '../../../../shared/messages/index.ts'
import { answerOf } from '../answers.ts'
import type { AnswerRow } from '../answers.ts'
import type { Complaints } from '../complaints.ts'
import { FileError } from '../file-error.ts'
import { textField } from '../fields.ts'
import type { Fields } from '../fields.ts'
import type { OpenFile } from '../open-file.ts'
import { promptOf } from '../prompts.ts'
import type { PromptRow } from '../prompts.ts'
import { rowsOf } from '../rows.ts'
import { FileOutcomes, outcomeIn } from '../file-outcomes.ts'
import type { CodedVote } from '../file-outcomes.ts'
import { faultOf, voteOf } from '../votes.ts'
import type { ReadVotesOptions } from '../votes.ts'
import { HashTable, shortHash } from './hash-table.ts'
import type { Recognised } from './index.ts'
import { KnownAnswers } from './known-answers.ts'
import type { Renames, Translated } from './tool-format.ts'

/** What the rows of a tool's file hold. */
export interface ToolRows {
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
  complaints: Complaints,
  details?: ReadVotesOptions['details'],
): AsyncGenerator<ToolRows> {
  const translate = format.open(head)
  const texts = new KnownTexts(head.renames, details, file)
  complaints.verdicts = format.outcomes?.(head) ?? null
  const outcomes = new FileOutcomes(file.name, complaints.verdicts ?? undefined)
  let isEmpty = true
  for await (const rows of rowsOf(file)) {
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
  #pictures: PictureTaker | undefined
  readonly #told: ToldOutcomes | undefined
  #renames: Renames

  constructor(renames: Renames, details: ReadVotesOptions['details'], { pictures, outcomes }: OpenFile) {
    this.#renames = renames
    this.#pictures = pictures
    this.#told = outcomes
    this.#options = details ? { details } : {}
  }

  /** Adds all of a row to `into`, or nothing of it. @returns the fault of the row */
  add(line: number, row: Translated, into: Portion): Fault | null {
    const prompt = row.prompt ? promptOf(line, row.prompt, this.#pictures) : null
    if (prompt && 'code' in prompt) return [prompt]
    const hash = prompt ? shortHash(prompt.messages) : null
    const known = prompt ? this.#prompts.get(prompt.key) : null
    if (known && known.hash !== hash) return [msg('prompt_differs')]
    const answers: AnswerRow[] = []
    for (const fields of row.answers ?? []) {
      const model = this.#renames.contestant(fields['model'])
      const answer = answerOf(line, { prompt: prompt?.key, ...fields, model }, null, this.#pictures)
      if ('code' in answer) return [answer]
      answers.push(answer)
    }
    const numbered: AnswerRow[] = []
    for (const [i, answer] of answers.entries()) {
      const sample = this.#sampleOf(answer, row.answers![i]['sample'])
      if (sample === null) return [msg('second_answer')]
      numbered.push({ ...answer, sample })
    }
    const votes: CodedVote[] = []
    for (const fields of row.votes ?? []) {
      const [model_a, model_b] = ['model_a', 'model_b'].map((side) => this.#renames.contestant(fields[side]))
      const named: Fields = { ...fields, model_a, model_b }
      const vote: Fields = { ...named, ...samplesOf(named, numbered) }
      if (prompt) vote['question_id'] ??= prompt.key
      const code = outcomeIn(vote, this.#told)
      const fault = faultOf(vote, code)
      if (fault) return fault
      votes.push({ vote: voteOf(line, vote, code, this.#options), code })
    }
    if (prompt && !known) {
      this.#prompts.set(prompt.key, { hash: hash!, number: 1 })
      into.prompts.push(prompt)
    }
    for (const answer of numbered) if (this.#learn(answer)) into.answers.push(answer)
    into.votes.push(...votes)
    return null
  }

  /** The number of an answer; null if it is given, and another text has it. */
  #sampleOf(answer: AnswerRow, given: unknown): number | null {
    const [place, hash] = [placeOf(answer), textHash(answer)]
    if (textField(given) === null) return this.#answers.numberOf(place, hash)
    return (this.#answers.hashOf(place, answer.sample) ?? hash) === hash ? answer.sample : null
  }

  /** Whether the answer is new. */
  #learn(answer: AnswerRow): boolean {
    return this.#answers.add(placeOf(answer), answer.sample, textHash(answer))
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
