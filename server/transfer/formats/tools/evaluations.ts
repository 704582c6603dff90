import { msg } from '../../../../shared/messages/index.ts'
import { numberField, textField, type Fields, parseObject, parseList, contentText } from '../fields.ts'
import { namedScores } from '../scores.ts'
import { documentBefore, displayText, type FileHead, type ToolFormat, hasAll } from './tool-format.ts'
import { textId } from '../text-id.ts'
import { answerRow } from './input-output.ts'

const SOURCE = 'https://www.promptfoo.dev/docs/configuration/outputs/'
const LONGEST_LABEL = 60

/**
 * The results of promptfoo as JSON. A test is a prompt, shown as its variables. A contestant is a provider, a prompt,
 * or both: whatever the evaluation has several of.
 */
export const promptfooJson: ToolFormat = {
  name: 'promptfoo results (JSON)',
  reads: 'vars testCase prompt provider response error cost latencyMs score success'.split(' '),
  source: SOURCE,
  matches: (head) =>
    (head.path.join('.') === 'results.results' && head.columns.has('vars')) ||
    hasAll(head, 'testCase', 'promptIdx', 'provider', 'success'),
  open: (head) => {
    const contestantName = contestantNames(head)
    return (fields) => {
      for (const part of ['success', 'score', 'gradingResult'])
        if (fields[part] !== undefined) head.notes.unread.add(part)
      const test = readTest(testVariables(fields), parseObject(fields['prompt'])['raw'])
      if (!test) return msg('field_missing', { field: 'vars' })
      const response = parseObject(fields['response'])
      const text = displayText(response['output'])
      if (text === null) return msg('no_answer')
      const cost = numberField(fields['cost']) ?? numberField(response['cost'])
      const tokens = numberField(parseObject(response['tokenUsage'])['completion'])
      return {
        prompt: test,
        answers: [
          {
            model: contestantName(fields),
            text,
            ...(cost !== null && cost > 0 && { costUsd: cost }),
            ...(tokens !== null && tokens > 0 && { tokens }),
            latencyMs: fields['latencyMs'],
          },
        ],
      }
    }
  },
  scores: (head, from) => {
    const contestantName = contestantNames(head)
    return (fields) => {
      const test = readTest(testVariables(fields), parseObject(fields['prompt'])['raw'])
      if (!test) return msg('field_missing', { field: 'vars' })
      // a call that failed says nothing of the answer
      if (parseObject(fields['response'])['output'] === undefined && textField(fields['error']) !== null)
        return []
      const value = from === 'results' ? fields['success'] : fields['score']
      return namedScores({ task: test.id, contestant: contestantName(fields) }, [[from, value]], from)
    }
  },
}

/** Its JSON lines have the variables in the test alone. */
const testVariables = (fields: Fields): Fields =>
  parseObject(fields['vars'] ?? parseObject(fields['testCase'])['vars'])

type Test = { id: string; text: string; variables?: Fields }

function readTest(vars: Fields, raw: unknown): Test | null {
  const shown = Object.entries(vars).flatMap(([name, value]) => {
    const text = displayText(value)
    return text === null ? [] : [{ name, text }]
  })
  const [only] = shown
  const text =
    shown.length === 1
      ? only.text
      : shown.map((variable) => `${variable.name}: ${variable.text}`).join('\n') || textField(raw)
  return text === null ? null : { id: textId(text), text, ...(shown.length > 0 && { variables: vars }) }
}

/** How the contestants of a file are named. Files that list their prompts first say what there is several of. */
function contestantNames(head: FileHead): (row: Fields) => string {
  const listed = parseList(parseObject(documentBefore(head)['results'])['prompts']).map(parseObject)
  const labels = [
    ...new Set(listed.map((prompt) => textField(prompt['label']) ?? textField(prompt['raw']) ?? '')),
  ]
  const providers = new Set(listed.map((prompt) => textField(prompt['provider']) ?? ''))
  const numbers = new Map(labels.map((label, i) => [label, i + 1]))
  const promptName = (label: string) => {
    if (!numbers.has(label)) numbers.set(label, numbers.size + 1)
    return label.length <= LONGEST_LABEL && !label.includes('\n') ? label : `prompt ${numbers.get(label)}`
  }
  return (row) => {
    const { label, id } = parseObject(row['provider'])
    const provider = textField(label) ?? textField(id) ?? textField(row['provider']) ?? 'provider'
    const prompt = parseObject(row['prompt'])
    const name = promptName(textField(prompt['label']) ?? textField(prompt['raw']) ?? '')
    if (listed.length > 0 && labels.length === 1) return provider
    return listed.length > 0 && providers.size === 1 ? name : `${provider}, ${name}`
  }
}

/** Logs of Inspect as JSON (`inspect log convert --to json`). Epochs are samples. */
export const inspectLog: ToolFormat = {
  name: 'Inspect log',
  reads: 'id input output target scores'.split(' '),
  source: 'https://inspect.aisi.org.uk/eval-logs.html',
  matches: ({ path, columns }) =>
    path.join('.') === 'samples' && columns.has('input') && columns.has('output'),
  open: (head) => {
    const model = textField(parseObject(documentBefore(head)['eval'])['model'])
    return (fields) => {
      const output = parseObject(fields['output'])
      const message = parseObject(parseObject(parseList(output['choices'])[0])['message'])
      const targets = parseList(fields['target'])
      return answerRow(
        {
          id: fields['id'],
          input: fields['input'],
          output: textField(output['completion']) ?? contentText(message['content']),
          expected: targets.length > 0 ? targets.map(displayText).join('\n') : fields['target'],
          model: model ?? output['model'],
          tokens: parseObject(output['usage'])['output_tokens'],
          latencyMs: Number(output['time']) * 1000,
        },
        head,
      )
    }
  },
  scores: (head, from) => {
    const evaluated = textField(parseObject(documentBefore(head)['eval'])['model'])
    return (fields) => {
      const task = textField(fields['id'])
      const contestant = evaluated ?? textField(parseObject(fields['output'])['model'])
      const cells = Object.entries(parseObject(fields['scores'])).map(([scorer, score]) => {
        const { value } = parseObject(score)
        const grade = from === 'scores' && typeof value === 'string' ? GRADES[value] : undefined
        return [scorer, grade ?? (value === 'N' ? 'I' : value)] as const
      })
      return namedScores({ task, contestant }, cells, from)
    }
  },
}

/** What the grades of Inspect are worth: correct, partly, incorrect, no answer. */
const GRADES: Record<string, string> = { C: '1', P: '0.5', I: '0', N: '0' }
