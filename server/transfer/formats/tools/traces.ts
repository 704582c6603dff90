/** Exports whose rows nest answers or conversations: LangSmith and Open WebUI. */
import { msg } from '../../../../shared/messages/index.ts'
import {
  numberField,
  standsForEmpty,
  textField,
  type Fields,
  parseObject,
  parseList,
  contentText,
} from '../fields.ts'
import { promptOfInput, readOutput } from './input-output.ts'
import { displayText, hasAll, type ToolFormat } from './tool-format.ts'

/** The first of these fields that has a text. */
const firstText = (fields: Fields, ...names: string[]): string | null =>
  names.map((name) => textField(fields[name])).find((text) => text !== null && !standsForEmpty(text)) ?? null

const SOURCE = 'https://docs.smith.langchain.com/evaluation'

/** Keys of a run that name its experiment. LangSmith itself gives only the id of its session. */
const NAMES = ['session_name', 'project_name', 'experiment_name', 'experiment']

/**
 * Examples with their runs (`POST /datasets/{id}/runs`, `get_experiment_results`): each run is an answer of its
 * experiment. Results of comparative evaluators (`scores` by run) are votes: the higher score wins.
 */
export const langsmithRuns: ToolFormat = {
  name: 'LangSmith experiments',
  reads: 'id inputs outputs runs evaluation_results'.split(' '),
  source: SOURCE,
  matches: (head) => hasAll(head, 'inputs', 'runs'),
  open: (head) => (fields) => {
    const reference = displayText(fields['outputs'])
    const prompt = promptOfInput(fields['inputs'], fields['id'], reference === null ? {} : { reference })
    if (!prompt) return msg('field_empty', { field: 'inputs' })
    const names = new Map<string, string>()
    const answers: Fields[] = []
    for (const run of parseList(fields['runs']).map(parseObject)) {
      const named = NAMES.map((name) => textField(run[name])).find((name) => name !== null) ?? null
      const session = firstText(run, 'session_id', 'project_id')
      if (named === null && session !== null) head.notes.ids.add(session)
      const model = named ?? session ?? textField(run['name'])
      const id = textField(run['id'])
      if (model !== null && id !== null) names.set(id, model)
      const answer = readOutput(run['outputs'], head)
      if (answer && 'code' in answer) return answer
      if (answer === null && textField(run['error']) !== null) head.notes.failed++
      else if (answer === null && textField(run['outputs_preview']) !== null)
        return msg('row_unusable', { why: 'only a preview of the answer; export it with full outputs' })
      if (answer === null) continue
      const tokens = numberField(run['completion_tokens'])
      answers.push({
        model,
        ...answer,
        ...(tokens !== null && tokens >= 0 && { tokens }),
      })
    }
    if (answers.length === 0) return msg('no_answer')
    return { prompt, answers, votes: comparisons(fields['evaluation_results'], names) }
  },
}

/** The votes of comparative evaluators, each on one pair of runs. */
function comparisons(results: unknown, names: ReadonlyMap<string, string>): Fields[] {
  const listed = Array.isArray(results) ? results : Object.values(parseObject(results))
  return listed.flatMap((result) => {
    const { key, scores, evaluator } = parseObject(result)
    const scored = Object.entries(parseObject(scores)).flatMap(([run, score]) => {
      const [name, number] = [names.get(run), numberField(score)]
      return name === undefined || number === null ? [] : [{ name, score: number }]
    })
    return scored.flatMap((left, i) =>
      scored.slice(i + 1).map((right) => ({
        model_a: left.name,
        model_b: right.name,
        winner: left.score === right.score ? 'tie' : left.score > right.score ? 'model_a' : 'model_b',
        criterion: key,
        judge: evaluator,
        judge_type: 'llm',
      })),
    )
  })
}

/**
 * Feedback of Open WebUI: a thumb up or down for one of several answers to a message. Up is a vote for it against each
 * other, down a vote against it. A thumb on an only answer compares nothing.
 */
export const openWebuiFeedback: ToolFormat = {
  name: 'Open WebUI feedback',
  reads: 'id user_id data meta snapshot created_at'.split(' '),
  source: 'https://docs.openwebui.com/features/evaluation/',
  matches: (head) => hasAll(head, 'user_id', 'type', 'data', 'snapshot'),
  open: () => (fields) => {
    const data = parseObject(fields['data'])
    const [model, rating] = [textField(data['model_id']), Number(data['rating'])]
    const others = parseList(data['sibling_model_ids']).flatMap((name) => textField(name) ?? [])
    if (others.length === 0) return msg('no_comparison', { why: 'a rating of one answer compares nothing' })
    if (rating !== 1 && rating !== -1) return msg('no_comparison', { why: 'rating is not 1 or -1' })
    const votes = others.map((rival) => ({
      id: others.length === 1 ? fields['id'] : `${textField(fields['id'])}:${rival}`,
      model_a: model,
      model_b: rival,
      winner: rating === 1 ? 'model_a' : 'model_b',
      judge: fields['user_id'],
      tstamp: fields['created_at'],
    }))
    return { ...chatTexts(fields, String(model), others), votes }
  },
}

/** The question and the answers in the copy of the chat that comes with the feedback; nothing if there is none. */
function chatTexts(fields: Fields, model: string, others: readonly string[]) {
  const chat = parseObject(parseObject(fields['snapshot'])['chat'])
  const messages = parseObject(parseObject(parseObject(chat['chat'])['history'])['messages'])
  const findMessage = (id: unknown) => parseObject(messages[textField(id) ?? ''])
  const rated = findMessage(parseObject(fields['meta'])['message_id'])
  const question = findMessage(rated['parentId'])
  const text = contentText(question['content'])
  if (text === null) return {}
  const answers = parseList(question['childrenIds']).flatMap((id) => {
    const message = findMessage(id)
    const name = textField(message['selectedModelId']) ?? textField(message['model'])
    const answer = contentText(message['content'])
    const isShown = name === model || others.includes(name ?? '')
    return isShown && answer !== null ? [{ model: name, text: answer }] : []
  })
  const key = [chat['id'], rated['parentId']].map((part) => textField(part) ?? '').join(':')
  return { prompt: { id: key, messages: threadTo(question, findMessage) }, answers }
}

/** The messages from the start of a chat to this one. */
function threadTo(last: Fields, findMessage: (id: unknown) => Fields): Fields[] {
  const thread: Fields[] = []
  const seen = new Set<Fields>()
  for (
    let message = last;
    contentText(message['content']) !== null && !seen.has(message);
    message = findMessage(message['parentId'])
  ) {
    seen.add(message)
    thread.unshift({ role: message['role'], content: contentText(message['content']) })
  }
  return thread
}
