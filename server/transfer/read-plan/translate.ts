/** Makes prompts, answers and votes of rows as a plan says. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { Message } from '../../../shared/contracts/battle.ts'
import { ANSWER_OF, WINS_OVER, type ReadPlan, type ReadSource } from '../../../shared/contracts/read-plan.ts'
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'
import { BESIDE_SIDES } from '../formats/aliases.ts'
import {
  parseList,
  nameSkeleton,
  numberField,
  parseObject,
  structureField,
  textField,
  type Fields,
} from '../formats/fields.ts'
import { promptOfInput } from '../formats/tools/input-output.ts'
import {
  keyOfText,
  displayText,
  splitConversation,
  type Translate,
  type Translated,
} from '../formats/tools/tool-format.ts'
import { EACH, sourceValue } from './sources.ts'

const Messages = z.array(Message).min(1)

/** A row that stands for more votes is refused: most likely its number counts something else. */
const MAX_COUNTED = 1_000_000

/** What a row says, by target. */
type Values = Record<string, unknown>

/** Translates rows as a plan of any kind but `scores` says. */
export function createTranslator(plan: ReadPlan): Translate {
  const read = KINDS[plan.kind as keyof typeof KINDS]
  const { columns, each, again = [], only = {} } = plan
  const ways = [columns, ...again.map((more) => ({ ...columns, ...more }))]
  const valuesIn = (fields: Fields, way: Record<string, ReadSource>): Values =>
    Object.fromEntries(Object.entries(way).map(([target, source]) => [target, sourceValue(fields, source)]))
  const conditions = Object.entries(only).map(([source, values]) => ({
    source,
    values: new Set(values.map((value) => value.toLowerCase())),
  }))
  const isMeant = (fields: Fields) =>
    conditions.every(({ source, values }) => {
      const value = textField(sourceValue(fields, source))
      return value === null || values.has(value.toLowerCase())
    })
  return (fields) => {
    const all =
      each === undefined
        ? [fields]
        : parseList(sourceValue(fields, each)).map((element) => ({ ...fields, [EACH]: element }))
    const rows = all.filter(isMeant)
    if (rows.length < all.length && rows.length === 0) return null
    const found = rows.flatMap((row) => ways.map((way) => read(valuesIn(row, way), row, columns)))
    const [first] = found
    if (first === undefined) return msg('no_verdict_in_row')
    if (found.length === 1) return first
    const good = found.filter((row): row is Translated => !('code' in row))
    if (good.length === 0) return first
    const { prompt, answers } = good[0]!
    return {
      ...(prompt && { prompt }),
      ...(answers && { answers }),
      votes: good.flatMap(({ votes = [] }) => votes),
    }
  }
}

type ReadRow = (
  values: Values,
  fields: Fields,
  columns: Record<string, ReadSource>,
) => Translated | CodedMessage

const KINDS: Record<Exclude<ReadPlan['kind'], 'scores'>, ReadRow> = {
  votes: readVote,
  counts: readCounts,
  table: readTable,
  answers(values, _fields, columns) {
    const prompt = promptFields(values)
    const { prompt: _, question_id: question, category: _c, group: _g, reference: _r, text, ...said } = values
    const id = prompt?.['id'] ?? question
    if (textField(id) === null)
      return msg('field_empty', { field: [columns['prompt'] ?? 'prompt'].flat()[0]! })
    const hasText = typeof text === 'string' && textField(structureField(text)) !== null
    if (!hasText && said['turns'] === undefined && said['transcript'] === undefined) return msg('no_answer')
    return { ...(prompt && { prompt }), answers: [{ ...said, prompt: id, ...(hasText && { text }) }] }
  },
  prompts(values, _fields, columns) {
    const prompt = promptFields(values, 'prompts')
    const [field = 'prompt'] = [columns['prompt']].flat()
    return prompt ? { prompt } : msg('field_empty', { field })
  },
}

/** The prompt of a row; null if it has no text. */
function promptFields(values: Values, kind?: 'prompts'): Fields | null {
  const { prompt, question_id: question, category, group, reference, context } = values
  const more = { category, group, reference: displayText(reference), context }
  const messages = Messages.safeParse(structureField(prompt))
  // messages may have pictures, and a text that looks like JSON is a text
  if (messages.success)
    return {
      id: textField(question) ?? keyOfText(JSON.stringify(messages.data)),
      messages: messages.data,
      ...more,
    }
  if (typeof prompt === 'string' && kind !== 'prompts')
    return textField(prompt) === null
      ? null
      : { id: textField(question) ?? keyOfText(prompt), text: prompt, ...more }
  return promptOfInput(prompt, question, more)
}

function readVote(
  values: Values,
  fields: Fields,
  columns: Record<string, ReadSource>,
): Translated | CodedMessage {
  const { answer_a, answer_b, question_id, sample_a, sample_b } = values
  const sides = [answer_a, answer_b].map(answerIn)
  const asked = promptFields(values)
  if ('loser' in columns)
    for (const field of ['winner', 'loser'])
      if (textField(values[field]) === null) return msg('field_empty', { field })
  const { model_a, model_b, winner } =
    'loser' in columns ? drawnSides(values['winner'], values['loser'], fields) : values
  const vote: Fields = { ...voteFields(values, columns), model_a, model_b, winner }
  if (!asked) return { votes: [{ ...vote, question_id }] }
  const answers = [model_a, model_b].flatMap((model, i) =>
    sides[i] ? [{ model, sample: [sample_a, sample_b][i], ...sides[i] }] : [],
  )
  return { prompt: asked, answers, votes: [{ ...vote, question_id: asked['id'] }] }
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
  if (Array.isArray(structure) && structure.some((part) => typeof part === 'object'))
    return splitConversation(structure)?.answer ?? null
  if (Array.isArray(structure)) return { turns: structure }
  return typeof value === 'string' && value !== '' ? { text: value } : null
}

const MODELS = /llm|model|auto|^ai$/i

/** What a row says about a vote beside its sides. A column that names the model of a judge says nothing of a person. */
function voteFields(values: Values, columns: Record<string, ReadSource>): Fields {
  const of = Object.fromEntries(BESIDE_SIDES.map((target) => [target, values[target]]))
  const type = textField(values['judge_type'])
  if (type === null) return { ...of, judge_type: undefined }
  const isModel = MODELS.test(type)
  const namesModel = typeof columns['judge'] === 'string' && /model/i.test(columns['judge'])
  return {
    ...of,
    judge_type: isModel ? 'llm' : type,
    judge: namesModel && !isModel ? undefined : values['judge'],
  }
}

/** How often each side won: as many votes, none of which names a prompt unless the row does. */
function readCounts(values: Values, fields: Fields): Translated | CodedMessage {
  const { model_a, model_b, winner, question_id } = values
  const counted: [count: unknown, vote: Fields][] = Object.keys(values).some((target) =>
    target.startsWith(WINS_OVER),
  )
    ? Object.entries(values).flatMap(([target, count]) => {
        const rival = target.slice(WINS_OVER.length)
        const isOther =
          target.startsWith(WINS_OVER) && nameSkeleton(rival) !== nameSkeleton(textField(model_a) ?? '')
        return isOther ? [[count, { model_a, model_b: rival, winner: 'model_a' }] as [unknown, Fields]] : []
      })
    : 'count' in values
      ? [[values['count'], { model_a, model_b, winner }]]
      : [
          [values['wins_a'], { model_a, model_b, winner: 'model_a' }],
          [values['wins_b'], { model_a, model_b, winner: 'model_b' }],
          [values['ties'], { model_a, model_b, winner: 'tie' }],
        ]
  const votes: Fields[] = []
  const key = keyOfText(JSON.stringify(fields))
  for (const [value, vote] of counted) {
    const count = textField(value) === null ? 0 : numberField(value)
    if (count === null || count < 0 || !Number.isInteger(count)) return msg('no_count_in', { field: 'count' })
    if (count > MAX_COUNTED) return msg('count_over', { field: 'count', most: MAX_COUNTED })
    for (let n = 0; n < count; n++) {
      // a table of wins says nothing of sides: with the winner always there, the left would seem an advantage
      const sides = 'count' in values || 'wins_a' in values || n % 2 === 0 ? vote : exchanged(vote)
      votes.push({ ...voteFields(values, {}), ...sides, question_id, id: `${key}-${votes.length}` })
    }
  }
  return votes.length === 0 ? msg('no_verdict_in_row') : { votes }
}

const exchanged = ({ model_a, model_b }: Fields): Fields => ({
  model_a: model_b,
  model_b: model_a,
  winner: 'model_b',
})

const areTurns = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((turn) => typeof turn === 'string')

/** A prompt with the answers of all, and perhaps the best of them: it beats each other one. */
function readTable(values: Values, fields: Fields): Translated | CodedMessage {
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
  if (!filled.every(isText)) return msg('answer_no_text')
  const answers = filled.map(([model, value]) =>
    typeof value === 'object' ? { model, turns: value } : { model, text: String(value) },
  )
  if (answers.length === 0) return msg('no_answer')
  const winner = textField(values['winner'])
  if (winner === null) return { prompt, answers }
  const models = answers.map(({ model }) => model)
  if (models.length < 2) return msg('verdict_on_one')
  const about = { ...voteFields(values, {}), question_id: prompt['id'] }
  const [left, right] = models
  if (models.length === 2)
    return { prompt, answers, votes: [{ ...about, model_a: left, model_b: right, winner }] }
  const best = models.filter((model) => nameSkeleton(model) === nameSkeleton(winner))
  if (best.length !== 1) return msg('best_is_none')
  const votes = models
    .filter((model) => model !== best[0])
    .map((rival) => ({ ...about, ...drawnSides(best[0], rival, fields) }))
  return { prompt, answers, votes }
}
