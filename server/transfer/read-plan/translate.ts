/** Makes prompts, answers and votes of rows as a plan says. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { Message } from '../../../shared/contracts/battle.ts'
import { ANSWER_OF, WINS_OVER, type ReadPlan, type ReadSource } from '../../../shared/contracts/read-plan.ts'
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'
import type { WonCount } from '../../../shared/messages/en/files.ts'
import { isEmptyVerdict, normalisedOutcome } from '../formats/outcome-words.ts'
import { VOTE_DETAIL_COLUMNS } from '../formats/aliases.ts'
import {
  contentText,
  contextField,
  idField,
  parseList,
  nameSkeleton,
  numberField,
  parseObject,
  quoted,
  structureField,
  textField,
  type Fields,
} from '../formats/fields.ts'
import { answerRow, promptOfInput, type OutputReading } from '../formats/tools/input-output.ts'
import {
  answerFields,
  battleRows,
  displayText,
  splitConversation,
  type Translate,
  type Translated,
} from '../formats/tools/tool-format.ts'
import { textId } from '../formats/text-id.ts'
import { EACH, sourceParts, sourceValue } from './sources.ts'

const Messages = z.array(Message).min(1)

/** A file of counts that stands for more votes is refused: most likely its numbers count something else. */
const MAX_COUNTED = 1_000_000

/** What a row says, by target. */
type Values = Record<string, unknown>

/**
 * Translates rows as a plan of any kind but `scores` says.
 * @param how  what a user says about outputs
 * @param isGiven  whether a user said the plan as a whole
 */
export function createTranslator(plan: ReadPlan, how: OutputReading, isGiven: boolean): Translate {
  const readValues =
    plan.kind === 'counts' ? countsReader(how, isGiven) : ROW_READERS[plan.kind as keyof typeof ROW_READERS]
  const { columns, each, again = [] } = plan
  const columnSets = [columns, ...again.map((more) => ({ ...columns, ...more }))]
  const isRead = rowCondition(plan)
  return (fields) => {
    const rows = each === undefined ? [fields] : expandList(fields, each)
    const chosen = rows.filter(isRead)
    if (chosen.length < rows.length && chosen.length === 0) return null
    const found = chosen.flatMap((row) =>
      columnSets.map((sources) => readValues(rowValues(row, sources), row, sources, how)),
    )
    if (found.length === 0) return plan.kind === 'answers' ? msg('no_answer') : NO_VERDICT
    return found.length === 1 && each === undefined ? found[0]! : mergeRows(found, plan)
  }
}

const NO_VERDICT = msg('no_comparison', { why: 'the row has no verdict' })

/** What a row has at each source, by target. */
const rowValues = (fields: Fields, sources: Record<string, ReadSource>): Values =>
  Object.fromEntries(Object.entries(sources).map(([target, source]) => [target, sourceValue(fields, source)]))

/** A row for each element of a list in it. */
const expandList = (fields: Fields, list: string): Fields[] =>
  parseList(sourceValue(fields, list)).map((element) => ({ ...fields, [EACH]: element }))

/** Whether a row is read, by what the plan's `only` says. A contestant that a table of wins leaves out has a column and a row. */
function rowCondition({ columns, only = {}, ignore }: ReadPlan): (fields: Fields) => boolean {
  const ignored = new Set(isTableOfWins(columns) ? ignore.map(nameSkeleton) : [])
  const isIgnored = (fields: Fields) =>
    ignored.size > 0 && ignored.has(nameSkeleton(textField(sourceValue(fields, columns['model_a']!)) ?? ''))
  const conditions = Object.entries(only).map(([name, values]) => ({
    source: Object.hasOwn(columns, name) ? columns[name]! : name,
    texts: new Set(values.filter((value) => !value.startsWith('=')).map((value) => value.toLowerCase())),
    sources: values.filter((value) => value.startsWith('=')).map((value) => value.slice(1)),
  }))
  return (fields) =>
    !isIgnored(fields) &&
    conditions.every(({ source, texts, sources }) => {
      const value = textField(sourceValue(fields, source))
      if (value === null || texts.has(value.toLowerCase())) return true
      const equals = sources.map((path) => textField(sourceValue(fields, path)))
      return equals.some((text) => text === null || text === value)
    })
}

/** Whether rows are those of a table of contestants by contestants. */
export const isTableOfWins = (columns: Record<string, ReadSource>): boolean =>
  Object.keys(columns).some((target) => target.startsWith(WINS_OVER))

/** What several readings of a row hold together; the fault of the first if none is good. */
function mergeRows(
  found: readonly (Translated | CodedMessage)[],
  { kind, each, again = [] }: ReadPlan,
): Translated | CodedMessage {
  const translated = found.filter((row): row is Translated => !('code' in row))
  if (translated.length === 0) return found[0]!
  const { prompt } = translated[0]!
  const votes = translated
    .flatMap(({ votes = [] }) => [...votes])
    // one order of a judgement may have failed
    .filter(({ winner }) => again.length === 0 || !isEmptyVerdict(textField(winner) ?? ''))
    // and one of several people may have said nothing
    .filter(({ winner }) => each === undefined || textField(winner) !== null)
  if (votes.length === 0 && kind !== 'answers') return NO_VERDICT
  return {
    ...(prompt && { prompt }),
    answers: translated.flatMap(({ answers = [] }) => answers),
    votes,
    areCalls: areOneJudgement(again),
  }
}

/** Whether the further votes of a row are further calls of one judgement, and not those of others or on other prompts. */
const areOneJudgement = (again: NonNullable<ReadPlan['again']>): boolean =>
  again.length > 0 && !again.some((way) => 'judge' in way || 'question_id' in way || 'prompt' in way)

type ReadRow = (
  values: Values,
  fields: Fields,
  columns: Record<string, ReadSource>,
  how: OutputReading,
) => Translated | CodedMessage

/** What a row of answers has beside the answer, and its text. */
const PROMPT_TARGETS = new Set('prompt question_id category group reference text turns'.split(' '))

const ROW_READERS: Record<Exclude<ReadPlan['kind'], 'scores' | 'counts'>, ReadRow> = {
  votes: readVote,
  table: readTable,
  answers(values, _fields, columns, how) {
    if ('output' in columns) return readOutputRow(values, how)
    if ('conversation' in columns) return readConversation(values)
    // the context of an answer is what this answer had retrieved
    const prompt = promptFields({ ...values, turns: undefined, context: undefined })
    const { text, turns: givenTurns } = values
    const id = prompt?.['id'] ?? values['question_id']
    if (textField(id) === null)
      return msg('field_empty', { field: sourceParts(columns['prompt'] ?? 'prompt')[0]! })
    const hasText = typeof text === 'string' && textField(structureField(text)) !== null
    if (!hasText && givenTurns === undefined && values['transcript'] === undefined) return msg('no_answer')
    const turns = textsOfTurns(givenTurns)
    const answer = hasText ? { text } : turns.length > 0 ? answerFields(turns) : {}
    const figures = Object.fromEntries(
      Object.entries(values).filter(([target]) => !PROMPT_TARGETS.has(target)),
    )
    return { ...(prompt && { prompt }), answers: [{ ...figures, prompt: id, ...answer }] }
  },
  prompts(values, _fields, columns) {
    const prompt = promptFields(values, 'prompts')
    const [field] = sourceParts(columns['prompt'] ?? 'prompt')
    return prompt ? { prompt } : msg('field_empty', { field: field! })
  },
}

/** An answer as tools of evaluation write it: an input, and an output in which the answer is. */
function readOutputRow(values: Values, how: OutputReading): Translated | CodedMessage {
  const { question_id: id, input, output, reference: expected, tokens, costUsd } = values
  const secondsAt = (target: string) => numberField(values[target]) ?? NaN
  const seconds =
    values['latencySeconds'] === undefined
      ? secondsAt('endedAt') - secondsAt('startedAt')
      : secondsAt('latencySeconds')
  const latencyMs = values['latencyMs'] ?? 1000 * seconds
  const [name, variant, version] = ['model', 'variant', 'variantVersion'].map((target) =>
    idField(values[target]),
  )
  const model = [name, variant && [variant, version].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return answerRow({ id, input, output, expected, model, tokens, costUsd, latencyMs }, how)
}

/** A conversation that ends with the answer. */
function readConversation({ question_id, model, conversation }: Values): Translated | CodedMessage {
  const found = splitConversation(conversation)
  if (!found) return msg('no_answer')
  return { prompt: { id: question_id, messages: found.messages }, answers: [{ model, ...found.answer }] }
}

/** The texts of turns: as texts, as contents, or one text. */
const textsOfTurns = (turns: unknown): string[] => {
  const list = parseList(turns).map(
    (turn) => contentText(turn) ?? contentText(parseObject(turn)['content']) ?? '',
  )
  return list.length === 0 && typeof turns === 'string' ? [turns] : list
}

/** The prompt of a row; null if it has no text. Without an id, one text with two contexts is two prompts. */
function promptFields(values: Values, kind?: 'prompts'): Fields | null {
  const prompt = promptTexts(values, kind)
  const context = contextField(values['context'])
  if (!prompt || !context || textField(values['question_id']) !== null) return prompt
  return { ...prompt, id: textId(JSON.stringify([prompt['id'], context])) }
}

function promptTexts(values: Values, kind?: 'prompts'): Fields | null {
  const { prompt, question_id: question, category, group, reference, context } = values
  const more = { category, group, reference: displayText(reference), context }
  const turns = textsOfTurns(values['turns'])
  if (turns.length > 0) return { id: textField(question) ?? textId(JSON.stringify(turns)), turns, ...more }
  const messages = Messages.safeParse(structureField(prompt))
  // messages may have pictures, and a text that looks like JSON is a text
  if (messages.success)
    return {
      id: textField(question) ?? textId(JSON.stringify(messages.data)),
      messages: messages.data,
      ...more,
    }
  if (typeof prompt === 'string' && kind !== 'prompts')
    return textField(prompt) === null
      ? null
      : { id: textField(question) ?? textId(prompt), text: prompt, ...more }
  return promptOfInput(prompt, question, more)
}

function readVote(
  values: Values,
  fields: Fields,
  columns: Record<string, ReadSource>,
): Translated | CodedMessage {
  const { question_id, sample_a, sample_b } = values
  if ('loser' in columns)
    for (const field of ['winner', 'loser'])
      if (textField(values[field]) === null) return msg('field_empty', { field })
  const decided =
    'loser' in columns
      ? drawnSides(values['winner'], values['loser'], fields)
      : Object.keys(OUTCOME_BY_FLAG).some((target) => target in columns)
        ? flaggedOutcome(values)
        : { winner: nameOfSide(values['winner'], columns) }
  if ('code' in decided) return decided as CodedMessage
  const { model_a, model_b, id_alone } = values
  // what is read for the style of answers has its own columns
  const vote: Fields = {
    ...fields,
    ...voteFields(values, columns),
    model_a,
    model_b,
    question_id,
    ...('id_alone' in columns && { id: textField(question_id) === null ? id_alone : undefined }),
    ...decided,
  }
  if ('conversation_a' in columns) return readBattle(values, vote, columns)
  const prompt = promptFields(values)
  if (!prompt) return { votes: [vote] }
  const answers = ['a', 'b'].flatMap((side, i) => {
    const answer = answerIn(values[`answer_${side}`])
    return answer ? [{ model: vote[`model_${side}`], sample: [sample_a, sample_b][i], ...answer }] : []
  })
  return { prompt, answers, votes: [{ ...vote, question_id: prompt['id'] }] }
}

/** The winner; as a side, if it is the name of the column of a contestant. */
const nameOfSide = (winner: unknown, columns: Record<string, ReadSource>): unknown =>
  ['model_a', 'model_b'].find((side) => columns[side] === winner) ?? winner

const OUTCOME_BY_FLAG = { wins_a: 'model_a', wins_b: 'model_b', ties: 'tie' }

/** The winner, from a column for each outcome that says whether it is the one; the name of who was chosen may stand beside them. */
function flaggedOutcome(values: Values): { winner: unknown } | CodedMessage {
  const [flagged, ...more] = Object.entries(OUTCOME_BY_FLAG).flatMap(([target, outcome]) =>
    /^(?:true|1|1\.0+)$/i.test(textField(values[target]) ?? '') ? [outcome] : [],
  )
  if (flagged !== undefined && more.length === 0) return { winner: flagged }
  if (!('winner' in values)) return msg('not_one_winner')
  const chosen = textField(values['winner'])
  const side = ['model_a', 'model_b'].find((name) => textField(values[name]) === chosen)
  // the side, since a user may call contestants otherwise
  return side !== undefined && chosen !== null ? { winner: side } : msg('chosen_is_neither')
}

/** A vote with the conversations of both sides. A system message that only one of them has is no part of the question. */
function readBattle(
  { conversation_a, conversation_b, category, prompt }: Values,
  vote: Fields,
  columns: Record<string, ReadSource>,
): Translated | CodedMessage {
  const [a, b] = [sideConversation(conversation_a, prompt), sideConversation(conversation_b, prompt)]
  // where every row has the same winner, the texts are all that a row says
  if ((!a || !b) && columns['winner'] === '=model_a')
    return msg('row_unusable', { why: 'prompt, chosen or rejected has no text' })
  if (!a || !b) return { votes: [{ ...vote, question_id: textField(vote['question_id']) ?? vote['id'] }] }
  const isShared = (content: string) => b.messages.some((message) => message.content === content)
  const messages = a.messages.filter(({ role, content }) => role === 'user' || isShared(content))
  const id = textField(vote['question_id']) ?? textId(JSON.stringify(messages))
  return battleRows({ id, messages, category }, { ...vote, question_id: id }, [a.answer, b.answer])
}

/** A text with the prompt beside it, the messages of the answer alone, or the whole conversation. */
function sideConversation(side: unknown, prompt: unknown): ReturnType<typeof splitConversation> {
  const structure = structureField(side)
  const question = structureField(prompt)
  const questions = Array.isArray(question)
    ? question
    : typeof prompt === 'string' && prompt.trim() !== ''
      ? [{ role: 'user', content: prompt }]
      : []
  if (Array.isArray(structure) && structure.every((part) => typeof part === 'string'))
    return splitConversation([...questions, ...structure.map((content) => ({ role: 'assistant', content }))])
  if (!Array.isArray(structure))
    return typeof side === 'string' && side.trim() !== ''
      ? splitConversation([...questions, { role: 'assistant', content: side }])
      : null
  return splitConversation(structure) ?? splitConversation([...questions, ...structure])
}

/**
 * The sides of a vote whose file names only who won and who lost. A hash of the row decides: with the winner always there, the left
 * would seem an advantage.
 */
function drawnSides(winner: unknown, loser: unknown, fields: Fields): Fields {
  const isLeft =
    createHash('sha256')
      .update(JSON.stringify([{ ...fields }, loser]))
      .digest()[0] < 128
  return isLeft
    ? { model_a: winner, model_b: loser, winner: 'model_a' }
    : { model_a: loser, model_b: winner, winner: 'model_b' }
}

/** A text, one text for each turn, or the answers of a conversation. */
function answerIn(value: unknown): Fields | null {
  const structure = structureField(value)
  if (Array.isArray(structure) && structure.some((part) => typeof part === 'object' && part !== null))
    return splitConversation(structure)?.answer ?? null
  if (Array.isArray(structure)) return answerFields(textsOfTurns(structure))
  return typeof value === 'string' && value !== '' ? { text: value } : null
}

const MODELS = /llm|model|auto|^ai$/i

/** What a row says about a vote beside its sides. A column that names the model of a judge says nothing of a person. */
function voteFields(values: Values, columns: Record<string, ReadSource>): Fields {
  const details = Object.fromEntries(VOTE_DETAIL_COLUMNS.map((target) => [target, values[target]]))
  const type = textField(values['judge_type'])
  // a judge that is a model may have its prompt beside its name
  const [model] = parseList(values['judge'])
  if (model !== undefined) return { ...details, judge_type: 'llm', judge: model }
  if (type === null) return { ...details, judge_type: undefined }
  const isModel = MODELS.test(type)
  const namesModel = typeof columns['judge'] === 'string' && /model/i.test(columns['judge'])
  return {
    ...details,
    judge_type: isModel ? 'llm' : type,
    judge: namesModel && !isModel ? undefined : values['judge'],
  }
}

/** Where a row has a count, and a vote of those that it counts. */
type Count = [target: string, vote: Fields]

/**
 * Reads how often each side won: as many votes, none of which names a prompt unless the row does. Whether numbers count votes only
 * the user knows: sums, percentages and a mirrored table look the same.
 */
function countsReader({ notes }: OutputReading, isGiven: boolean): ReadRow {
  let total = 0
  let example: WonCount | null = null
  const rows = new Map<string, number>()
  if (!isGiven)
    notes.whenRead.push((file) =>
      total > 0 ? [msg('counts_read', { file, ...(example && { example }) })] : [],
    )
  return (values, fields, columns) => {
    const isMatrix = isTableOfWins(columns)
    const counted: [count: number, vote: Fields][] = []
    for (const [target, vote] of isMatrix ? matrixCounts(values) : outcomeCounts(values)) {
      const count = wholeCount(values[target], target)
      if (count === null)
        return msg('count_unread', {
          column: sourceParts(columns[target] ?? target)[0]!,
          there: isBlank(values[target]) ? '' : quoted(textField(values[target]) ?? ''),
        })
      total += count
      if (total > MAX_COUNTED) return msg('counts_over', { most: MAX_COUNTED })
      counted.push([count, vote])
      example ??= wonCount(vote, count)
    }
    if (counted.every(([count]) => count === 0))
      return msg('no_comparison', { why: 'the counts of the row are empty or 0' })
    const row = JSON.stringify(fields)
    const again = rows.get(row) ?? 0
    rows.set(row, again + 1)
    // equal rows count all, and the same file read again adds nothing
    const key = again === 0 ? textId(row) : `${textId(row)}-${again}`
    return { votes: countedVotes(counted, values, key) }
  }
}

/** Who won how often over whom; null: nobody did, or the winner is called otherwise. */
function wonCount({ model_a, model_b, winner }: Fields, count: number): WonCount | null {
  const [left, right] = [textField(model_a) ?? '', textField(model_b) ?? '']
  if (count === 0 || (winner !== 'model_a' && winner !== left)) return null
  return { winner: left, loser: right, count }
}

/** @param key  of the row, for the ids of its votes */
function* countedVotes(
  counted: readonly (readonly [count: number, vote: Fields])[],
  values: Values,
  key: string,
): Generator<Fields> {
  const hasSides = ('count' in values && !('loser' in values)) || 'wins_a' in values
  const voteDetails = aboutCounts(values)
  let place = 0
  for (const [count, vote] of counted)
    for (let n = 0; n < count; n++) {
      // a table of wins says nothing of sides: with the winner always there, the left would seem an advantage
      const sides = hasSides || n % 2 === 0 ? vote : exchanged(vote)
      yield { ...voteDetails, ...sides, id: `${key}-${place++}` }
    }
}

/** What a row of counts says beside sides and outcomes. */
const aboutCounts = (values: Values): Fields => ({
  ...voteFields(values, {}),
  question_id: values['question_id'],
})

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/**
 * The whole number in a cell; null: it holds something else. An empty one is 0 beside others, but not in a row of its own. A point
 * before three digits may be a mark of thousands.
 */
function wholeCount(value: unknown, target: string): number | null {
  if (isBlank(value)) return target === 'count' ? null : 0
  const number = typeof value === 'string' && /\.\d{3}$/.test(value.trim()) ? null : numberField(value)
  return number !== null && number >= 0 && Number.isInteger(number) ? number : null
}

/** The wins of one contestant over each other, from a row of a table of contestants by contestants. */
const matrixCounts = ({ model_a, ...values }: Values): Count[] =>
  Object.keys(values).flatMap((target): Count[] => {
    const rival = target.slice(WINS_OVER.length)
    const isRival =
      target.startsWith(WINS_OVER) && nameSkeleton(rival) !== nameSkeleton(textField(model_a) ?? '')
    return isRival ? [[target, { model_a, model_b: rival, winner: 'model_a' }]] : []
  })

const outcomeCounts = (values: Values): Count[] => {
  const { model_a, model_b, winner, loser } = values
  if ('loser' in values) return [['count', { model_a: winner, model_b: loser, winner: 'model_a' }]]
  if ('count' in values) return [['count', { model_a, model_b, winner }]]
  return Object.entries(OUTCOME_BY_FLAG).map(([target, outcome]) => [
    target,
    { model_a, model_b, winner: outcome },
  ])
}

const exchanged = ({ model_a, model_b }: Fields): Fields => ({
  model_a: model_b,
  model_b: model_a,
  winner: 'model_b',
})

const areTurns = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((turn) => typeof turn === 'string')

/** A prompt with the answers of all, and perhaps the best of them: it beats each other one. */
function readTable(
  values: Values,
  fields: Fields,
  _columns: Record<string, ReadSource>,
  { outcomes }: OutputReading,
): Translated | CodedMessage {
  const prompt = promptFields(values)
  if (!prompt) return msg('field_empty', { field: 'prompt' })
  const cells = Object.entries({
    ...parseObject(values['answers']),
    ...Object.fromEntries(
      Object.entries(values).flatMap(([target, value]) =>
        target.startsWith(ANSWER_OF) ? [[target.slice(ANSWER_OF.length), value]] : [],
      ),
    ),
  })
  const filled = cells.filter(([, value]) => value !== undefined && value !== null && value !== '')
  const isText = ([, value]: [string, unknown]) => typeof value !== 'object' || areTurns(value)
  if (!filled.every(isText)) return msg('field_is_not', { field: 'an answer', wanted: 'a text' })
  const answers = filled.map(([model, value]) =>
    typeof value === 'object' ? { model, turns: value } : { model, text: String(value) },
  )
  if (answers.length === 0) return msg('no_answer')
  const winner = textField(values['winner'])
  if (winner === null) return { prompt, answers }
  const models = answers.map(({ model }) => model)
  if (models.length < 2) return msg('no_comparison', { why: 'a verdict on one answer' })
  const about = { ...voteFields(values, {}), question_id: prompt['id'] }
  const [left, right] = models
  if (models.length === 2)
    return { prompt, answers, votes: [{ ...about, model_a: left, model_b: right, winner }] }
  // a tie may be of all answers, or of the best ones alone
  const meaning =
    outcomes?.get(normalisedOutcome(winner)) ?? (isEmptyVerdict(winner) ? outcomes?.get('empty') : undefined)
  if (meaning === 'skip') return msg('no_comparison', { why: 'an outcome with the meaning skip' })
  if (meaning === 'tie' || meaning === 'both_bad') {
    const pairs = models.flatMap((left, i) => models.slice(i + 1).map((right) => [left, right] as const))
    return {
      prompt,
      answers,
      votes: pairs.map(([model_a, model_b]) => ({ ...about, model_a, model_b, winner: meaning })),
    }
  }
  const best = models.filter((model) => nameSkeleton(model) === nameSkeleton(winner))
  if (best.length !== 1) return msg('best_is_none')
  const votes = models
    .filter((model) => model !== best[0])
    .map((rival) => ({ ...about, ...drawnSides(best[0], rival, fields) }))
  return { prompt, answers, votes }
}
