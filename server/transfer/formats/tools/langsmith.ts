import { msg } from '../../../../shared/messages/index.ts'
import type { CodedMessage } from '../../../../shared/messages/index.ts'
import { numberField, textField } from '../fields.ts'
import type { Fields } from '../fields.ts'
import { answerRow, contestantOfFile, promptOfInput, readOutput } from './input-output.ts'
import { keyOfText, listIn, objectIn, shownText } from './texts.ts'
import { hasAll, hasAny } from './tool-format.ts'
import type { FileHead, ToolFormat, Translated } from './tool-format.ts'

const SOURCE = 'https://docs.smith.langchain.com/evaluation'

/** Keys of a run that name its experiment. LangSmith itself gives only the id of its session. */
const NAMES = ['session_name', 'project_name', 'experiment_name', 'experiment']

/**
 * Examples with their runs (`POST /datasets/{id}/runs`, `get_experiment_results`): each run is an answer of its
 * experiment. Results of comparative evaluators (`scores` by run) are votes: the higher score wins.
 */
export const langsmithRuns: ToolFormat = {
  name: 'LangSmith experiments',
  source: SOURCE,
  matches: (head) => hasAll(head, 'inputs', 'runs'),
  open: (head) => (fields) => {
    const reference = shownText(fields['outputs'])
    const prompt = promptOfInput(fields['inputs'], fields['id'], reference === null ? {} : { reference })
    if (!prompt) return msg('field_empty', { field: 'inputs' })
    const names = new Map<string, string>()
    const answers: Fields[] = []
    for (const run of listIn(fields['runs']).map(objectIn)) {
      const named = NAMES.map((name) => textField(run[name])).find((name) => name !== null) ?? null
      const session = textField(run['session_id'])
      if (named === null && session !== null) head.notes.ids.add(session)
      const model = named ?? session ?? textField(run['name'])
      const id = textField(run['id'])
      if (model !== null && id !== null) names.set(id, model)
      const answer = readOutput(run['outputs'], head)
      if (answer && 'code' in answer) return answer
      if (answer === null && textField(run['error']) !== null) head.notes.failed++
      if (answer === null) continue
      const tokens = numberField(run['completion_tokens'])
      answers.push({ model, ...answer, ...(tokens !== null && tokens >= 0 && { tokens }) })
    }
    if (answers.length === 0) return msg('no_answer')
    return { prompt, answers, votes: comparisons(fields['evaluation_results'], names) }
  },
}

/** The votes of comparative evaluators, each on one pair of runs. */
function comparisons(results: unknown, names: ReadonlyMap<string, string>): Fields[] {
  const listed = Array.isArray(results) ? results : Object.values(objectIn(results))
  return listed.flatMap((result) => {
    const { key, scores, evaluator } = objectIn(result)
    const scored = Object.entries(objectIn(scores)).flatMap(([run, score]) => {
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

const below = (prefix: string, fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([column]) => column.startsWith(`${prefix}.`))
      .map(([column, value]) => [column.slice(prefix.length + 1), value]),
  )

const hasBelow = ({ columns }: FileHead, prefix: string): boolean =>
  [...columns].some((column) => column.startsWith(`${prefix}.`))

/** Whether a table has inputs and outputs as JSON, and says that these are runs and no examples of a dataset. */
const hasRuns = (head: FileHead): boolean =>
  hasAll(head, 'inputs', 'outputs') && hasAny(head, 'reference_outputs', 'reference_example_id')

/**
 * One experiment as a table: with a column for each key (`to_pandas`: `inputs.*`, `outputs.*`, `reference.*`), or with
 * JSON in its cells (`inputs`, `outputs`, `reference_outputs`).
 */
export const langsmithTable: ToolFormat = {
  name: 'LangSmith experiment (table)',
  source: SOURCE,
  matches: (head) => hasRuns(head) || (hasBelow(head, 'inputs') && hasBelow(head, 'outputs')),
  open: (head) => {
    const model = contestantOfFile(head, 'LangSmith')
    const isJson = hasRuns(head)
    return (fields) =>
      answerRow(
        {
          id: fields['example_id'] ?? fields['reference_example_id'],
          input: isJson ? fields['inputs'] : below('inputs', fields),
          output: isJson ? fields['outputs'] : below('outputs', fields),
          expected: isJson ? fields['reference_outputs'] : below('reference', fields),
          model,
          latencyMs: Number(fields['execution_time'] ?? NaN) * 1000,
        },
        head,
      )
  },
}

/** Examples of a dataset: `inputs` and `outputs`. The outputs are the reference. */
export const langsmithDataset: ToolFormat = {
  name: 'LangSmith dataset',
  source: SOURCE,
  matches: (head) => hasAll(head, 'inputs', 'outputs') && !head.columns.has('runs'),
  open:
    () =>
    (fields): Translated | CodedMessage => {
      const reference = shownText(fields['outputs'])
      const input = fields['inputs']
      const id = textField(fields['id']) ?? keyOfText(JSON.stringify(input))
      const prompt = promptOfInput(input, id, reference === null ? {} : { reference })
      return prompt ? { prompt } : msg('field_empty', { field: 'inputs' })
    },
}
