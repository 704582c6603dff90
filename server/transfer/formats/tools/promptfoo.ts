import { msg } from '../../../../shared/messages/index.ts'
import { numberField, textField } from '../fields.ts'
import type { Fields } from '../fields.ts'
import { documentBefore } from './document.ts'
import { keyOfText, listIn, objectIn, shownText } from './texts.ts'
import type { FileHead, ToolFormat, Translate } from './tool-format.ts'

const SOURCE = 'https://www.promptfoo.dev/docs/configuration/outputs/'
const LONGEST_LABEL = 60

/**
 * The results of promptfoo as JSON. A test is a prompt, shown as its variables. A contestant is a provider, a prompt,
 * or both: whatever the evaluation has several of.
 */
export const promptfooJson: ToolFormat = {
  name: 'promptfoo results (JSON)',
  source: SOURCE,
  matches: ({ path, columns }) => path.join('.') === 'results.results' && columns.has('vars'),
  open: (head) => {
    const nameOf = contestantNames(head)
    return (fields) => {
      const test = testOf(objectIn(fields['vars']), objectIn(fields['prompt'])['raw'])
      if (!test) return msg('field_missing', { field: 'vars' })
      const response = objectIn(fields['response'])
      const text = shownText(response['output'])
      if (text === null) return msg('no_answer')
      const cost = numberField(fields['cost']) ?? numberField(response['cost'])
      const tokens = numberField(objectIn(response['tokenUsage'])['completion'])
      return {
        prompt: test,
        answers: [
          {
            model: nameOf(fields),
            text,
            ...(cost !== null && cost > 0 && { costUsd: cost }),
            ...(tokens !== null && tokens > 0 && { tokens }),
            latencyMs: fields['latencyMs'],
          },
        ],
      }
    }
  },
}

function testOf(vars: Fields, raw: unknown): Fields | null {
  const shown = Object.entries(vars).flatMap(([name, value]) => {
    const text = shownText(value)
    return text === null ? [] : [{ name, text }]
  })
  const [only] = shown
  const text =
    shown.length === 1
      ? only.text
      : shown.map((one) => `${one.name}: ${one.text}`).join('\n') || textField(raw)
  return text === null ? null : { id: keyOfText(text), text, ...(shown.length > 0 && { variables: vars }) }
}

/** How the contestants of a file are named. Files that list their prompts first say what there is several of. */
function contestantNames(head: FileHead): (row: Fields) => string {
  const listed = listIn(objectIn(documentBefore(head)['results'])['prompts']).map(objectIn)
  const labels = [...new Set(listed.map((one) => textField(one['label']) ?? textField(one['raw']) ?? ''))]
  const providers = new Set(listed.map((one) => textField(one['provider']) ?? ''))
  const numbers = new Map(labels.map((label, i) => [label, i + 1]))
  const promptName = (label: string) => {
    if (!numbers.has(label)) numbers.set(label, numbers.size + 1)
    return label.length <= LONGEST_LABEL && !label.includes('\n') ? label : `prompt ${numbers.get(label)}`
  }
  return (row) => {
    const { label, id } = objectIn(row['provider'])
    const provider = textField(label) ?? textField(id) ?? textField(row['provider']) ?? 'provider'
    const prompt = objectIn(row['prompt'])
    const name = promptName(textField(prompt['label']) ?? textField(prompt['raw']) ?? '')
    if (listed.length > 0 && labels.length === 1) return provider
    return listed.length > 0 && providers.size === 1 ? name : `${provider}, ${name}`
  }
}

const isOutput = (column: string) => /^\[[^\]]+\] /.test(column)
/** The columns after each output. */
const STATUS = 'Status'

/** Promptfoo's CSV: the variables, then for each prompt `[provider] label`, since 2025 with a status and scores. */
export const promptfooCsv: ToolFormat = {
  name: 'promptfoo results (CSV)',
  source: SOURCE,
  matches: ({ header }) => outputsIn(header).length > 0 && header.some(isOutput),
  open: ({ header }): Translate => {
    const outputs = outputsIn(header)
    const variables = header.slice(0, header.indexOf(outputs[0])).filter((name) => name !== 'Description')
    const names = outputNames(outputs)
    return (fields) => {
      const test = testOf(Object.fromEntries(variables.map((name) => [name, fields[name]])), null)
      if (!test) return msg('field_missing', { field: variables[0] ?? 'vars' })
      const answers = outputs.flatMap((column, i) => {
        const text = textField(fields[column])
        return text === null ? [] : [{ model: names[i], text: text.replace(/^\[(PASS|FAIL|ERROR)\] /, '') }]
      })
      return answers.length === 0 ? msg('no_answer') : { prompt: test, answers }
    }
  },
}

/** The columns of answers: before each status, or named after a provider. */
function outputsIn(header: readonly string[]): string[] {
  const before = header.filter((_, i) => header[i + 1]?.startsWith(STATUS))
  return before.length > 0 ? before : header.filter(isOutput)
}

function outputNames(outputs: readonly string[]): string[] {
  const parts = outputs.map((column) => /^\[([^\]]+)\] ([^]*)$/.exec(column))
  const providers = parts.map((part) => part?.[1] ?? '')
  const labels = parts.map((part, i) => part?.[2] ?? outputs[i])
  const kinds = [...new Set(labels)]
  const short = (label: string) =>
    label.length <= LONGEST_LABEL && !label.includes('\n') ? label : `prompt ${kinds.indexOf(label) + 1}`
  if (kinds.length === 1 && !providers.includes('')) return providers
  return new Set(providers).size === 1
    ? labels.map(short)
    : labels.map((label, i) => `${providers[i]}, ${short(label)}`)
}
