import { msg, type CodedMessage } from '../../../../shared/messages/index.ts'
import { objectIn, textField, structureField, FileError, type Fields } from '../fields.ts'
import {
  hasAll,
  type ToolFormat,
  splitConversation,
  type FileHead,
  hasAny,
  keyOfText,
  OWN,
} from './tool-format.ts'
import { PROMPT_COLUMNS, READ_OF_ANSWERS, RUN_IDS } from '../answers.ts'
import type { OpenFile } from '../open-file.ts'
import type { ImportPortion } from '../../import/arena-import.ts'
import { columnsOf } from '../rows.ts'
import { isNo, TIE, VERDICT, VOTE_COLUMNS } from '../near-columns.ts'
import { promptOfInput } from './input-output.ts'
import { countsIn, doubtsIn, tiesIn, ToldApart, type Watcher } from '../doubts.ts'
import { RANK, SCORE } from '../score-votes.ts'
import { createHash } from 'node:crypto'

/** Votes of compar:IA: the name of the preferred model, or `both_equal`. */
export const comparIaVotes: ToolFormat = {
  name: 'compar:IA votes',
  source: 'https://huggingface.co/datasets/ministere-culture/comparia-votes',
  matches: (head) => hasAll(head, 'model_a_name', 'model_b_name', 'chosen_model_name', 'both_equal'),
  open: () => (fields) => {
    const [left, right] = [textField(fields['model_a_name']), textField(fields['model_b_name'])]
    const chosen = textField(fields['chosen_model_name'])
    const isEqual = ['true', '1'].includes(String(fields['both_equal']).toLowerCase())
    const winner = isEqual ? 'tie' : chosen === left ? 'model_a' : chosen === right ? 'model_b' : null
    if (winner === null || (chosen === null && !isEqual)) return msg('chosen_is_neither')
    const question = fields['conversation_pair_id'] ?? fields['id']
    const category = fields['selected_category']
    const vote = {
      question_id: question,
      model_a: left,
      model_b: right,
      winner,
      judge: fields['visitor_id'] ?? fields['session_hash'],
      tstamp: fields['timestamp'],
      category,
    }
    const [a, b] = [splitConversation(fields['conversation_a']), splitConversation(fields['conversation_b'])]
    if (!a || !b) return { votes: [vote] }
    return {
      prompt: { id: question, messages: a.messages.filter(({ role }) => role === 'user'), category },
      answers: [
        { model: left, ...a.answer },
        { model: right, ...b.answer },
      ],
      votes: [vote],
    }
  },
}

const MODEL = ['model', 'variant']
const PROMPT = ['prompt', 'input', 'inputs', 'question']
const ANSWER = ['response', 'output', 'outputs', 'answer', 'completion', 'content', 'reply', 'text', 'turns']

/** What stands before the name of a column of yes and no. */
const IS = /^(?:is|was)[ _-]?/i

const firstOf = ({ columns }: FileHead, names: readonly string[]) => names.find((name) => columns.has(name))

/** A long table of answers: a row for each answer, with the text of its prompt. */
export const longTable: ToolFormat = {
  name: 'answers with the texts of their prompts',
  source: OWN,
  matches: (head) => {
    const names = [MODEL, PROMPT, ANSWER].map((some) => firstOf(head, some))
    // beside text and turns, prompt is an id
    return !names.includes(undefined) && !(names[1] === 'prompt' && hasAny(head, 'text', 'turns'))
  },
  open: (head) => {
    const [model, prompt, answer] = [MODEL, PROMPT, ANSWER].map((some) => firstOf(head, some)!)
    const read = new Set([...PROMPT_COLUMNS, ...READ_OF_ANSWERS, model, prompt, answer])
    const others = [...head.columns].filter((column) => column !== '' && !read.has(column))
    const judged = others.find((column) => RANK.test(column) || VERDICT.test(column.replace(IS, '')))
    const score = others.find((column) => SCORE.test(column))
    for (const column of others) if (column !== judged) head.notes.unread.add(column)
    head.notes.apart = new ToldApart(others)
    const { file } = head
    if (judged !== undefined)
      head.notes.told.push(
        msg('answers_judged', { file, column: judged, from: RANK.test(judged) ? 'ranks' : 'results' }),
      )
    else if (score !== undefined) head.notes.told.push(msg('scores_not_read', { file, column: score }))
    return (fields) => {
      const { id, question_id: question, category, group, reference } = fields
      const asked = promptOfInput(fields[prompt], question ?? id, { category, group, reference })
      if (!asked) return msg('field_empty', { field: prompt })
      head.notes.apart!.see(JSON.stringify([asked['id'], fields[model]]), fields, fields[answer])
      const { sample, context, tokens, costUsd, latencyMs, turns } = fields
      const said = { ...idsOfRun(fields), sample, context, tokens, costUsd, latencyMs, model: fields[model] }
      if (answer === 'turns') return { prompt: asked, answers: [{ ...said, turns }] }
      const text = fields[answer]
      if (typeof text !== 'string' || textField(structureField(text)) === null) return msg('no_answer')
      return { prompt: asked, answers: [{ ...said, text }] }
    }
  },
  watchers: (file) => [new RowIds(file), { doubts: () => countsIn(file) }],
}

/** So many ids are compared. */
const MOST_COMPARED = 200_000

/** Watches whether the ids of a long table number its rows: then no two contestants answer the same prompt. */
export class RowIds implements Watcher {
  readonly #file: OpenFile
  readonly #texts = new Map<string, string>()
  readonly #byId = new Map<string, string>()
  readonly #byText = new Map<string, string>()
  #arePrompts = false
  #again = 0

  constructor(file: OpenFile) {
    this.#file = file
  }

  portion({ prompts = [], answers = [] }: ImportPortion): void {
    if (this.#arePrompts) return
    for (const { key, messages } of prompts)
      if (this.#texts.size < MOST_COMPARED) this.#texts.set(key, keyOfText(JSON.stringify(messages)))
    for (const { prompt, contestant } of answers) {
      const text = this.#texts.get(prompt)
      if (text === undefined) continue
      this.#arePrompts ||= (this.#byId.get(prompt) ?? contestant) !== contestant
      if ((this.#byText.get(text) ?? contestant) !== contestant) this.#again++
      this.#byId.set(prompt, contestant)
      if (!this.#byText.has(text)) this.#byText.set(text, contestant)
    }
  }

  doubts(): CodedMessage[] {
    const file = this.#file
    const column = columnsOf(file).includes('question_id') ? 'question_id' : 'id'
    const areRows = !this.#arePrompts && this.#again > 0
    return areRows ? [msg('ids_number_rows', { file: file.name, column, count: this.#again })] : []
  }
}

const idsOfRun = (fields: Fields): Fields => Object.fromEntries(RUN_IDS.map((name) => [name, fields[name]]))

const SIDES = ['winner', 'loser']
const isBesideSides = (column: string) =>
  column === '' || TIE.test(column) || PROMPT_COLUMNS.has(column) || VOTE_COLUMNS.includes(column)

/**
 * Pairs of a winner and a loser, as tournaments and spreadsheets have them, perhaps with the prompt; a column may mark ties. The file does not say
 * who was on the left. So a hash of the row decides: with the winner always there, the left would seem an advantage.
 */
export const winnerLoser: ToolFormat = {
  name: 'pairs of winner and loser',
  source: OWN,
  matches: (head) => {
    const others = head.header.filter((column) => !SIDES.includes(column) && !isBesideSides(column))
    // two columns more are answers
    const isPair = !head.columns.has('prompt') || others.length < 2
    return hasAll(head, ...SIDES) && !hasAny(head, 'model_a', 'model_b') && isPair
  },
  open: (head) => (fields) => {
    const tie = head.header.find((column) => TIE.test(column))
    for (const field of SIDES) if (textField(fields[field]) === null) return msg('field_empty', { field })
    const { winner, loser, prompt: text, ...others } = fields
    const isLeft =
      createHash('sha256')
        .update(JSON.stringify({ ...fields }))
        .digest()[0] < 128
    const [left, right] = isLeft ? [winner, loser] : [loser, winner]
    const isTie = tie !== undefined && !isNo(textField(fields[tie]) ?? '')
    const outcome = isTie ? (/bad/i.test(tie) ? 'both_bad' : 'tie') : isLeft ? 'model_a' : 'model_b'
    const votes = [{ ...others, model_a: left, model_b: right, winner: outcome }]
    if (textField(text) === null) return { votes }
    const { question_id: id, category, group, reference, context } = fields
    return {
      prompt: { id: textField(id) ?? keyOfText(String(text)), text, category, group, reference, context },
      votes,
    }
  },
  watchers: (file) => [{ doubts: () => [...countsIn(file), ...tiesIn(file)] }],
}

/** Votes whose sides are `left` and `right`, as evalica names them. */
export const leftRight: ToolFormat = {
  name: 'votes of left and right',
  source: 'https://github.com/dustalov/evalica',
  matches: (head) => hasAll(head, 'left', 'right', 'winner') && !hasAny(head, 'model_a', 'model_b', 'prompt'),
  open:
    () =>
    ({ left, right, ...others }) => ({ votes: [{ ...others, model_a: left, model_b: right }] }),
  watchers: (file) => {
    const sides = new Map([...(file.changes ?? []), ['left', 'model_a'], ['right', 'model_b']])
    return [{ doubts: () => doubtsIn({ ...file, changes: sides }) }]
  },
}

const CHOSEN = ['chosen_model', 'chosen-model', 'model_chosen']
const REJECTED = ['rejected_model', 'rejected-model', 'model_rejected']

/**
 * Preferences for training: `prompt`, `chosen`, `rejected` as texts or as messages, with columns for the two models.
 * Each row is a vote for the chosen answer.
 */
export const preferences: ToolFormat = {
  name: 'preferences',
  source: 'https://huggingface.co/docs/trl/dataset_formats#preference',
  matches: (head) =>
    hasAll(head, 'chosen', 'rejected') || hasAll(head, 'preferred_output', 'non_preferred_output'),
  open: ({ columns, file }) => {
    const [chosenModel, rejectedModel] = [CHOSEN, REJECTED].map((names) =>
      names.find((name) => columns.has(name)),
    )
    if (chosenModel === undefined || rejectedModel === undefined)
      throw new FileError(msg('preferences_unnamed', { file }))
    return (fields) => {
      const prompt = fields['prompt'] ?? objectIn(fields['input'])['messages']
      const [chosen, rejected] = [
        fields['chosen'] ?? fields['preferred_output'],
        fields['rejected'] ?? fields['non_preferred_output'],
      ].map((side) => sideOf(side, prompt))
      if (!chosen || !rejected) return msg('no_preference_texts')
      const [winner, loser] = [fields[chosenModel], fields[rejectedModel]]
      const id =
        textField(fields['question_id']) ??
        textField(fields['prompt_id']) ??
        keyOfText(JSON.stringify(chosen.messages))
      return {
        prompt: { id, messages: chosen.messages },
        answers: [
          { model: winner, ...chosen.answer },
          { model: loser, ...rejected.answer },
        ],
        votes: [
          {
            model_a: winner,
            model_b: loser,
            winner: 'model_a',
            judge: fields['judge'],
            judge_type: fields['judge_type'],
            criterion: fields['criterion'],
          },
        ],
      }
    }
  },
}

interface Side {
  messages: { role: string; content: string }[]
  answer: Fields
}

/** A text with the prompt beside it, the messages of the answer alone, or the whole conversation. */
function sideOf(side: unknown, prompt: unknown): Side | null {
  const structure = structureField(side)
  const question = structureField(prompt)
  const asked = Array.isArray(question)
    ? question
    : typeof prompt === 'string' && prompt.trim() !== ''
      ? [{ role: 'user', content: prompt }]
      : []
  if (Array.isArray(structure) && structure.every((part) => typeof part === 'string'))
    return splitConversation([...asked, ...structure.map((content) => ({ role: 'assistant', content }))])
  if (!Array.isArray(structure))
    return typeof side === 'string' && side.trim() !== ''
      ? splitConversation([...asked, { role: 'assistant', content: side }])
      : null
  return splitConversation(structure) ?? splitConversation([...asked, ...structure])
}
