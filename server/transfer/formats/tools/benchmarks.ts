import { msg } from '../../../../shared/messages/index.ts'
import {
  numberField,
  structureField,
  textField,
  FileError,
  objectIn,
  listIn,
  contentText,
  type Fields,
} from '../fields.ts'
import type { Scored } from '../../../../shared/contracts/votes.ts'
import { namedScores, RANK, SCORE, together } from '../score-votes.ts'
import { answerRow, contestantOfFile, promptOfInput } from './input-output.ts'
import { documentBefore, hasAll, hasAny, type ToolFormat } from './tool-format.ts'

const REQUESTS = ['body', 'params', 'request', 'modelInput']
const REPLIES = ['response', 'result', 'modelOutput']

/**
 * Lines of batches of OpenAI, Anthropic, Gemini, Vertex AI and Bedrock: a request, its reply, or both. A request is a prompt,
 * which a reply in another file meets by its id. Where a reply names no model, the file is named after it.
 */
export const batch: ToolFormat = {
  name: 'lines of a batch',
  source: 'https://platform.openai.com/docs/guides/batch',
  matches: (head) =>
    (hasAny(head, 'custom_id', 'recordId') && hasAny(head, ...REQUESTS, ...REPLIES)) ||
    (hasAny(head, 'request', 'response', 'error') && GEMINI.test(head.text)),
  open: (head) => (fields) => {
    const [asked, said] = [REQUESTS, REPLIES].map((names) =>
      objectIn(names.map((name) => fields[name]).find((value) => value !== undefined)),
    )
    const id = textField(fields['custom_id'] ?? fields['key'] ?? fields['recordId'])
    const prompt = promptOfInput(askedIn(asked), id)
    const isReply = [...REPLIES, 'error', 'status'].some((name) => name in fields)
    if (prompt === null && (id === null || !isReply))
      return id === null
        ? msg('field_missing', { field: 'custom_id' })
        : msg('field_empty', { field: 'messages' })
    const reply = objectIn(said['body'] ?? said['message'] ?? said)
    const texts = saidIn(reply).filter((text) => typeof text === 'string' && text !== '')
    if (isReply && texts.length === 0) head.notes.failed++
    if (texts.length === 0) return prompt && { prompt }
    const model = reply['model'] ?? reply['modelVersion'] ?? contestantOfFile(head, 'Bedrock')
    const { completion_tokens, output_tokens, outputTokens } = objectIn(reply['usage'])
    const { candidatesTokenCount } = objectIn(reply['usageMetadata'])
    const counted = completion_tokens ?? output_tokens ?? outputTokens ?? candidatesTokenCount
    const tokens = texts.length === 1 ? numberField(counted) : null
    const answers = texts.map((text) => ({ prompt: prompt?.['id'] ?? id, model, text, tokens }))
    return { ...(prompt && { prompt }), answers }
  },
}

/** Requests and replies of Gemini name their texts so. */
const GEMINI = /"(?:contents|candidates)"\s*:/

/** What a request asks: its messages, with the system's above, or its text. */
function askedIn(request: Fields): unknown {
  const { system, systemInstruction, system_instruction, contents, messages, input, prompt, inputText } =
    request
  const above = contentText(system) ?? partsText(systemInstruction ?? system_instruction)
  const turns = [
    ...listIn(messages ?? input),
    ...listIn(contents).map((content) => ({
      role: objectIn(content)['role'] === 'model' ? 'assistant' : 'user',
      content: partsText(content),
    })),
  ]
  if (turns.length === 0) return input ?? prompt ?? inputText
  return above === null ? turns : [{ role: 'system', content: above }, ...turns]
}

/** The texts in a reply, one for each choice. */
function saidIn({ choices, candidates, results, outputs, output, content, generation }: Fields): unknown[] {
  const listed = [choices, candidates, results, outputs].map(listIn).find((list) => list.length > 0)
  if (listed)
    return listed
      .map(objectIn)
      .map(
        (one) =>
          contentText(objectIn(one['message'])['content']) ??
          partsText(one['content']) ??
          one['outputText'] ??
          one['text'],
      )
  const items = Array.isArray(output) ? output : [objectIn(output)['message']]
  return [contentText(content) ?? contentText(items.map((item) => objectIn(item)['content'])) ?? generation]
}

/** The text of a content of Gemini, without its thoughts. */
function partsText(content: unknown): string | null {
  const parts = listIn(objectIn(content)['parts']).map(objectIn)
  const texts = parts.flatMap(({ text, thought }) =>
    typeof text === 'string' && thought !== true ? [text] : [],
  )
  return texts.length === 0 ? null : texts.join('')
}

const CONVERSATIONS = ['messages', 'conversation', 'conversations']
const MODELS = ['model', 'model_name', 'model_id']
const ROLE_OF: Readonly<Record<string, string>> = {
  human: 'user',
  gpt: 'assistant',
  model: 'assistant',
  bot: 'assistant',
}

/**
 * Logs of chats, as messages or in the form of ShareGPT: the last message is the answer to those before it. Equal questions
 * are one prompt. Where no row names a model, the file is named after it.
 */
export const chatLog: ToolFormat = {
  name: 'conversations',
  source: 'https://github.com/lm-sys/FastChat',
  matches: (head) =>
    hasAny(head, ...CONVERSATIONS) &&
    !hasAny(head, 'text', 'prompt') &&
    (hasAny(head, ...MODELS) || !hasAll(head, 'id', 'messages')),
  open: (head) => (fields) => {
    const turns = CONVERSATIONS.flatMap((name) => listIn(structureField(fields[name])).map(objectIn)).map(
      ({ role, from, content, value }) => {
        const said = String(role ?? from)
        return { role: ROLE_OF[said] ?? said, content: contentText(content ?? value) }
      },
    )
    const last = turns.at(-1)
    if (last?.role !== 'assistant') return msg('no_answer')
    const above = textField(fields['system'])
    const asked = turns.slice(0, -1)
    const model = MODELS.map((name) => textField(fields[name])).find((name) => name !== null)
    return answerRow(
      {
        input: above === null ? asked : [{ role: 'system', content: above }, ...asked],
        output: last.content,
        model: model ?? contestantOfFile(head, 'conversations'),
      },
      head,
    )
  },
}

const LISTS = ['answers', 'responses', 'completions', 'outputs', 'generations']
const ASKED = ['prompt', 'instruction', 'question', 'input']
const TEXTS = ['answer', 'response', 'completion', 'output', 'generation', 'text', 'content']
/** Keys that say how good an answer is, by what `--from` calls them. */
const SAID: Record<Scored, RegExp> = { ranks: RANK, scores: SCORE, results: /^(?:passed|correct|chosen)$/i }

const firstIn = (fields: Fields, names: readonly string[]): unknown =>
  fields[names.find((name) => name in fields) ?? '']

/**
 * Answers of several models in a list of each row, as Nectar and UltraFeedback have them. `--from` makes votes of what is
 * said beside each.
 */
export const answerLists: ToolFormat = {
  name: 'lists of answers',
  source: 'https://huggingface.co/datasets/berkeley-nest/Nectar',
  matches: (head) =>
    hasAny(head, ...LISTS) &&
    hasAny(head, ...ASKED) &&
    !hasAny(head, 'model', 'winner', 'model_a') &&
    /\[\s*{[^]*?"model"+\s*:/.test(head.text),
  open: (head) => {
    const told = new Set<string>()
    const tell = (key: string): void => {
      if (told.has(key) || head.renames.partOf(key) === null) return
      told.add(key)
      const { file } = head
      if (SAID.ranks.test(key))
        head.notes.told.push(msg('answers_judged', { file, column: key, from: 'ranks' }))
      else head.notes.unread.add(key)
      if (SAID.scores.test(key)) head.notes.told.push(msg('scores_not_read', { file, column: key }))
    }
    return (fields) => {
      const prompt = promptOfInput(turnsOf(firstIn(fields, ASKED)), fields['question_id'] ?? fields['id'])
      if (!prompt) return msg('field_empty', { field: 'prompt' })
      const answers = listIn(firstIn(fields, LISTS))
        .map(objectIn)
        .flatMap((one) => {
          const key = TEXTS.find((name) => typeof one[name] === 'string')
          if (key === undefined) return []
          for (const other of Object.keys(one)) if (other !== key && other !== 'model') tell(other)
          return [{ model: one['model'], text: one[key] }]
        })
      return answers.length === 0 ? msg('no_answer') : { prompt, answers }
    }
  },
  scores: (_, from) => (fields) => {
    const task = textField(firstIn(fields, ASKED))
    const found = listIn(firstIn(fields, LISTS)).map((listed) => {
      const one = objectIn(listed)
      const said = Object.entries(one).filter(
        ([key, value]) => SAID[from].test(key) && textField(value) !== null,
      )
      return namedScores({ task, contestant: textField(one['model']) }, said, from)
    })
    return together(found)
  },
}

/** A text whose turns begin with "Human:" and "Assistant:", as a conversation; any other input is unchanged. */
function turnsOf(input: unknown): unknown {
  if (typeof input !== 'string' || !/^\s*Human:[^]*\n\s*Assistant:\s*$/.test(input)) return input
  const [, ...parts] = input.split(/(?:^|\n)\s*(Human|Assistant):/)
  return parts
    .flatMap((speaker, i) =>
      i % 2 === 0 ? [{ role: speaker === 'Human' ? 'user' : 'assistant', content: parts[i + 1].trim() }] : [],
    )
    .slice(0, -1)
}

/** What a sample of lm-evaluation-harness has beside its metrics. */
const OF_SAMPLE = new Set('doc_id doc target arguments resps filtered_resps filter metrics'.split(' '))

/**
 * Samples of lm-evaluation-harness (`--log_samples`): a file for each model and task, named as the contestant. An answer is
 * the text that the model generated; where it only weighed choices, there are scores alone.
 */
export const harnessSamples: ToolFormat = {
  name: 'samples of lm-evaluation-harness',
  source: 'https://github.com/EleutherAI/lm-evaluation-harness',
  matches: (head) => hasAll(head, 'doc_id', 'doc', 'resps'),
  open: (head) => {
    const model = contestantOfFile(head, 'lm-evaluation-harness')
    return (fields) => {
      const [answer] = listIn(fields['resps']).flat()
      if (typeof answer !== 'string')
        throw new FileError(msg('single_scores', { file: head.file, from: 'scores' }))
      const [first] = Object.values(objectIn(fields['arguments'])).concat(listIn(fields['arguments']))
      const input = Array.isArray(first) ? first[0] : (objectIn(first)['arg_0'] ?? first)
      return answerRow({ input, output: answer, expected: fields['target'], model }, head)
    }
  },
  scores: (head, from) => {
    const contestant = contestantOfFile(head, 'lm-evaluation-harness')
    return (fields) => {
      const task = textField(fields['doc_hash'] ?? fields['doc_id'])
      const names = Array.isArray(fields['metrics'])
        ? fields['metrics'].map(String)
        : Object.keys(fields).filter((key) => !OF_SAMPLE.has(key) && typeof fields[key] === 'number')
      const read = namedScores(
        { task, contestant },
        names.map((name) => [name, fields[name]]),
        from,
      )
      const filter = textField(fields['filter'])
      if ('code' in read || filter === null || filter === 'none') return read
      // each filter reads another result out of the same reply
      return read.map((one) => ({ ...one, criterion: [one.criterion, filter].filter(Boolean).join(', ') }))
    }
  },
}

/** The state of a run of HELM (`scenario_state.json`). */
export const helmState: ToolFormat = {
  name: 'HELM scenario state',
  source: 'https://crfm-helm.readthedocs.io',
  matches: (head) => hasAll(head, 'instance', 'request', 'result'),
  open: (head) => {
    const adapted = textField(objectIn(documentBefore(head)['adapter_spec'])['model'])
    return (fields) => {
      const { input, references, id, perturbation } = objectIn(fields['instance'])
      const [completion] = listIn(objectIn(fields['result'])['completions'])
      const correct = listIn(references)
        .map(objectIn)
        .find(({ tags }) => listIn(tags).includes('correct'))
      const change = textField(objectIn(perturbation)['name'])
      return answerRow(
        {
          id: change === null ? id : `${String(id)} ${change}`,
          input: contentText(input),
          output: objectIn(completion)['text'],
          expected: contentText(correct?.['output']),
          model: textField(objectIn(fields['request'])['model']) ?? adapted,
        },
        head,
      )
    }
  },
}

/** A format of results alone: they become votes where that is asked for. */
const resultsAlone = (
  format: Pick<ToolFormat, 'name' | 'source' | 'matches'>,
  testsOf: (fields: Fields) => readonly (readonly [name: string | null, state: unknown])[],
): ToolFormat => ({
  ...format,
  open: ({ file }) => {
    throw new FileError(msg('single_scores', { file, from: 'results' }))
  },
  scores: (head, from) => (fields) =>
    together(
      testsOf(fields).map(([task, state]) =>
        namedScores(
          { task, contestant: contestantOfFile(head, format.name) },
          [['status', stateOf(state)]],
          from,
        ),
      ),
    ),
})

/** A test that was expected to fail says nothing of the contestant, nor one that somebody has still to write. */
const stateOf = (state: unknown): unknown =>
  ['xfailed', 'pending', 'todo'].includes(String(state)) ? 'skipped' : state === 'xpassed' ? 'passed' : state

/** `pytest --json-report`: a row for each test. */
export const pytestReport: ToolFormat = resultsAlone(
  {
    name: 'pytest-json-report',
    source: 'https://github.com/numirias/pytest-json-report',
    matches: (head) => hasAll(head, 'nodeid', 'outcome'),
  },
  (fields) => [[textField(fields['nodeid']), fields['outcome']]],
)

/** `jest --json` and Vitest's JSON reporter: a row for each file of tests. */
export const jestReport: ToolFormat = resultsAlone(
  {
    name: 'results of Jest or Vitest',
    source: 'https://jestjs.io/docs/configuration#testresultsprocessor-string',
    matches: (head) => hasAll(head, 'assertionResults'),
  },
  (fields) =>
    listIn(fields['assertionResults'])
      .map(objectIn)
      .map((test) => [textField(test['fullName']), test['status']]),
)
