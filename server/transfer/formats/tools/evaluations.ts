import { msg, type CodedMessage } from '../../../../shared/messages/index.ts'
import { numberField, textField, type Fields, objectIn, listIn, contentText } from '../fields.ts'
import { REPEATED } from '../csv.ts'
import { namedScores, type Score } from '../score-votes.ts'
import {
  documentBefore,
  keyOfText,
  shownText,
  type FileHead,
  type ToolFormat,
  type Translate,
  hasAll,
} from './tool-format.ts'
import { answerRow } from './input-output.ts'

const SOURCE = 'https://www.promptfoo.dev/docs/configuration/outputs/'
const LONGEST_LABEL = 60

/**
 * The results of promptfoo as JSON. A test is a prompt, shown as its variables. A contestant is a provider, a prompt,
 * or both: whatever the evaluation has several of.
 */
export const promptfooJson: ToolFormat = {
  name: 'promptfoo results (JSON)',
  source: SOURCE,
  matches: (head) =>
    (head.path.join('.') === 'results.results' && head.columns.has('vars')) ||
    hasAll(head, 'testCase', 'promptIdx', 'provider', 'success'),
  open: (head) => {
    const nameOf = contestantNames(head)
    return (fields) => {
      for (const part of ['success', 'score', 'gradingResult'])
        if (fields[part] !== undefined) head.notes.unread.add(part)
      const test = testOf(varsOf(fields), objectIn(fields['prompt'])['raw'])
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
  scores: (head, from) => {
    const nameOf = contestantNames(head)
    return (fields) => {
      const test = testOf(varsOf(fields), objectIn(fields['prompt'])['raw'])
      if (!test) return msg('field_missing', { field: 'vars' })
      // a call that failed says nothing of the answer
      if (objectIn(fields['response'])['output'] === undefined && textField(fields['error']) !== null)
        return []
      const value = from === 'results' ? fields['success'] : fields['score']
      return namedScores({ task: test.id, contestant: nameOf(fields) }, [[from, value]], from)
    }
  },
}

/** Its JSON lines have the variables in the test alone. */
const varsOf = (fields: Fields): Fields => objectIn(fields['vars'] ?? objectIn(fields['testCase'])['vars'])

type Test = { id: string; text: string; variables?: Fields }

function testOf(vars: Fields, raw: unknown): Test | null {
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
/** Columns after an output; they repeat, with numbers from 2 on. */
const [STATUS, REASON] = ['Status', 'Grader Reason']

/**
 * Promptfoo's CSV: the variables, then for each prompt `[provider] label`, since late 2025 with a status and scores. Before,
 * the cell itself says whether the test passed, and why it failed.
 */
export const promptfooCsv: ToolFormat = {
  name: 'promptfoo results (CSV)',
  source: SOURCE,
  matches: ({ header }) => outputsIn(header).length > 0 && header.some(isOutput),
  open: ({ header, notes }): Translate => {
    const { outputs, testIn } = tableOf(header)
    for (const column of header) if (REPEATED.test(column)) notes.unread.add(column)
    return (fields) => {
      const test = testIn(fields)
      if ('code' in test) return test
      const answers: Fields[] = []
      let failed = 0
      for (const { column, name, number } of outputs) {
        const cell = textField(fields[column])
        if (cell === null) continue
        const status = textField(fields[`${STATUS}${number}`])
        const reason = textField(fields[`${REASON}${number}`])
        const output = status === null ? unlabelled(cell, reason) : labelled(cell, status, reason)
        if (output === UNCLEAR) return msg('failed_unclear')
        if (status === null && MARK.test(cell)) notes.unread.add('PASS / FAIL, score and reason in the cells')
        if (output === null) failed++
        else answers.push({ model: name, text: output })
      }
      notes.failed += failed
      if (answers.length > 0) return { prompt: test, answers }
      return failed > 0 ? null : msg('no_answer')
    }
  },
  scores: ({ header }, from) => {
    const { outputs, testIn } = tableOf(header)
    return (fields) => {
      const test = testIn(fields)
      if ('code' in test) return test
      const scores: Score[] = []
      for (const { column, name, number } of outputs) {
        const [, mark] = MARK.exec(textField(fields[column]) ?? '') ?? []
        const value = from === 'results' ? (fields[`${STATUS}${number}`] ?? mark) : fields[`Score${number}`]
        if (value === 'ERROR') continue
        const found = namedScores({ task: test.id, contestant: name }, [[column, value]], from)
        if ('code' in found) return found
        scores.push(...found)
      }
      return scores
    }
  },
}

/** The outputs of a table, each with the number behind the columns that are about it, and the test of a row. */
function tableOf(header: readonly string[]) {
  const columns = outputsIn(header)
  const names = outputNames(columns)
  const variables = header.slice(0, header.indexOf(columns[0])).filter((name) => name !== 'Description')
  return {
    outputs: columns.map((column, i) => ({ column, name: names[i], number: i === 0 ? '' : ` ${i + 1}` })),
    testIn: (fields: Fields): Test | CodedMessage =>
      testOf(Object.fromEntries(variables.map((name) => [name, fields[name]])), null) ??
      msg('field_missing', { field: variables[0] ?? 'vars' }),
  }
}

/** The columns of answers: before each status, or named after a provider. */
function outputsIn(header: readonly string[]): string[] {
  const before = header.filter((_, i) => header[i + 1]?.startsWith(STATUS))
  return before.length > 0 ? before : header.filter(isOutput)
}

/** It cannot be told where the reasons of a failure end and the output begins. */
const UNCLEAR = Symbol('unclear')
type Output = string | null | typeof UNCLEAR

const MARK = /^\[(PASS|FAIL|ERROR)\](?: |$)/
/** What the terminal wrote after the mark: `(0.50, clarity: 0.50)` on a line of its own. */
const SCORE = /^\((?:-?[\d.]+|undefined|NaN)(?:, [^\n]*)?\) *(?:\n\s*\n|$)/
/** Between the reasons of a failure and the output. */
const SEPARATOR = /\n---(?:\n|$)/

/** The output of a cell with a status beside it; null if there is none. */
function labelled(cell: string, status: string, reason: string | null): Output {
  if (status === 'ERROR') return null
  return status === 'FAIL' ? (afterReason(cell, reason) ?? cell) || null : cell
}

/** The output of a cell that begins with its status; null if there is none. */
function unlabelled(whole: string, graded: string | null): Output {
  const cell = whole.replaceAll('\r\n', '\n')
  const mark = MARK.exec(cell)
  if (!mark) return whole
  if (mark[1] === 'ERROR') return null
  const [isFailed, rest] = [mark[1] === 'FAIL', cell.slice(mark[0].length)]
  const score = SCORE.exec(rest)
  if (!score) return isFailed ? outputOfFailed(rest, graded, graded !== null) : rest || null
  // what the terminal wrote: a score, the output, and the reason again
  const body = `\n\n${rest.slice(score[0].length)}`
  const [text, reason, ...more] = body.split(/\n\n {0,6}(?:Pass|Fail) Reason: /)
  if (more.length > 0) return UNCLEAR
  const said = text.trim()
  if (!isFailed) return said || null
  // without a grade the call failed, and the text is its error
  return reason === undefined ? null : outputOfFailed(said, reason.trim(), false)
}

/**
 * The output after the reasons of a failure: `REASONS\n---\nOUTPUT`.
 * @param reason the last of the reasons, or one of them all
 * @param isPerhapsAlone whether the output may be there without reasons
 */
function outputOfFailed(text: string, reason: string | null, isPerhapsAlone: boolean): Output {
  const after = afterReason(text, reason)
  if (after !== null) return after || null
  const parts = text.split(SEPARATOR)
  if (isPerhapsAlone) return parts.length === 1 ? text : UNCLEAR
  return parts.length === 2 ? parts[1].trim() || null : UNCLEAR
}

/** What follows the known reason of a failure, perhaps after others; null if the text does not begin with it. */
function afterReason(text: string, reason: string | null): string | null {
  if (reason === null || reason === '') return null
  if (text === reason) return ''
  const at = text.indexOf(`${reason}\n---`)
  const isWhole = at === 0 || (at > 0 && text.slice(0, at).endsWith(' --- '))
  const end = at + reason.length + '\n---'.length
  return isWhole && (end === text.length || text[end] === '\n') ? text.slice(end + 1) : null
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

/** Logs of Inspect as JSON (`inspect log convert --to json`). Epochs are samples. */
export const inspectLog: ToolFormat = {
  name: 'Inspect log',
  source: 'https://inspect.aisi.org.uk/eval-logs.html',
  matches: ({ path, columns }) =>
    path.join('.') === 'samples' && columns.has('input') && columns.has('output'),
  open: (head) => {
    const model = textField(objectIn(documentBefore(head)['eval'])['model'])
    return (fields) => {
      const output = objectIn(fields['output'])
      const message = objectIn(objectIn(listIn(output['choices'])[0])['message'])
      const targets = listIn(fields['target'])
      return answerRow(
        {
          id: fields['id'],
          input: fields['input'],
          output: textField(output['completion']) ?? contentText(message['content']),
          expected: targets.length > 0 ? targets.map(shownText).join('\n') : fields['target'],
          model: model ?? output['model'],
          tokens: objectIn(output['usage'])['output_tokens'],
          latencyMs: Number(output['time']) * 1000,
        },
        head,
      )
    }
  },
  scores: (head, from) => {
    const evaluated = textField(objectIn(documentBefore(head)['eval'])['model'])
    return (fields) => {
      const task = textField(fields['id'])
      const contestant = evaluated ?? textField(objectIn(fields['output'])['model'])
      const cells = Object.entries(objectIn(fields['scores'])).map(([scorer, score]) => {
        const { value } = objectIn(score)
        const grade = from === 'scores' && typeof value === 'string' ? GRADES[value] : undefined
        return [scorer, grade ?? (value === 'N' ? 'I' : value)] as const
      })
      return namedScores({ task, contestant }, cells, from)
    }
  },
}

/** What the grades of Inspect are worth: correct, partly, incorrect, no answer. */
const GRADES: Record<string, string> = { C: '1', P: '0.5', I: '0', N: '0' }

/** What was asked: an instruction and, in files of Alpaca's form, what it is about. Null: nothing. */
function instructionIn({ instruction, input }: Fields): string | null {
  if (textField(instruction) === null) return null
  return textField(input) === null ? String(instruction) : `${String(instruction)}\n\n${String(input)}`
}

/**
 * Annotations of AlpacaEval (`annotations.json`): `preference` is from 1 (the first output is better) to 2 (the second
 * is), or null if the annotator failed. The files do not say in which order a judge saw the outputs. The first versions
 * wrote 0 for a draw; where nothing is above 1, 0 may be of another scale.
 */
export const alpacaAnnotations: ToolFormat = {
  name: 'AlpacaEval annotations',
  source: 'https://github.com/tatsu-lab/alpaca_eval',
  matches: (head) => hasAll(head, 'instruction', 'output_1', 'output_2', 'generator_1', 'generator_2'),
  open: (head) => (fields) => {
    const instruction = instructionIn(fields)
    if (instruction === null) return msg('field_missing', { field: 'instruction' })
    const preference = numberField(fields['preference'])
    const isDraw = preference === 0 && head.rows.some((row) => Number(row['preference']) > 1)
    if (preference === null) return msg('no_preference')
    if ((preference < 1 && !isDraw) || preference > 2) return msg('preference_outside')
    const id = keyOfText(instruction.trim())
    return {
      prompt: { id, text: instruction, category: fields['dataset'] },
      answers: [1, 2].map((side) => ({
        model: fields[`generator_${side}`],
        text: String(fields[`output_${side}`] ?? ''),
      })),
      votes: [
        {
          model_a: fields['generator_1'],
          model_b: fields['generator_2'],
          winner: winnerOf(preference),
          judge: fields['annotator'],
          judge_type: 'llm',
        },
      ],
    }
  },
}

function winnerOf(preference: number): string {
  if (preference === 0 || preference === 1.5) return 'tie'
  return preference < 1.5 ? 'model_a' : 'model_b'
}
