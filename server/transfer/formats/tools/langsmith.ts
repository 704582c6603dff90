import { msg } from '../../../../shared/messages/index.ts'
import type { CodedMessage } from '../../../../shared/messages/index.ts'
import { numberField, textField } from '../fields.ts'
import type { Fields } from '../fields.ts'
import { answerRow, contestantOfFile, promptOfInput, textOfOutput } from './input-output.ts'
import { keyOfText, listIn, objectIn, shownText } from './texts.ts'
import { hasAll } from './tool-format.ts'
import type { FileHead, ToolFormat, Translated } from './tool-format.ts'

const SOURCE = 'https://docs.smith.langchain.com/evaluation'

/**
 * Examples with their runs (`POST /datasets/{id}/runs`, `get_experiment_results`): each run is an answer of its
 * experiment. Results of comparative evaluators (`scores` by run) are votes: the higher score wins.
 */
export const langsmithRuns: ToolFormat = {
  name: 'LangSmith experiments',
  source: SOURCE,
  matches: (head) => hasAll(head, 'inputs', 'runs'),
  open: () => (fields) => {
    const reference = shownText(fields['outputs'])
    const prompt = promptOfInput(fields['inputs'], fields['id'], reference === null ? {} : { reference })
    if (!prompt) return msg('field_empty', { field: 'inputs' })
    const names = new Map<string, string>()
    const answers = listIn(fields['runs'])
      .map(objectIn)
      .flatMap((run) => {
        const model = textField(run['session_name']) ?? textField(run['session_id']) ?? textField(run['name'])
        const text = textOfOutput(run['outputs'])
        const id = textField(run['id'])
        if (model !== null && id !== null) names.set(id, model)
        if (text === null) return []
        const tokens = numberField(run['completion_tokens'])
        return [{ model, text, ...(tokens !== null && tokens >= 0 && { tokens }) }]
      })
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

/** One experiment as a table (`to_pandas`): `inputs.*`, `outputs.*`, `reference.*`, `example_id`. */
export const langsmithTable: ToolFormat = {
  name: 'LangSmith experiment (table)',
  source: SOURCE,
  matches: (head) => hasBelow(head, 'inputs') && hasBelow(head, 'outputs'),
  open: (head) => {
    const model = contestantOfFile(head, 'LangSmith')
    return (fields) =>
      answerRow({
        id: fields['example_id'],
        input: below('inputs', fields),
        output: below('outputs', fields),
        expected: below('reference', fields),
        model,
        latencyMs: Number(fields['execution_time'] ?? NaN) * 1000,
      })
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
