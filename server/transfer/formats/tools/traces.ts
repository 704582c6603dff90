/** Exports of Langfuse, Phoenix and Braintrust. */
import { msg } from '../../../../shared/messages/index.ts'
import { numberField, textField } from '../fields.ts'
import type { Fields } from '../fields.ts'
import { answerRow, contestantOfFile, promptOfInput } from './input-output.ts'
import { objectIn, shownText } from './texts.ts'
import { hasAll, hasAny } from './tool-format.ts'
import type { FileHead, ToolFormat } from './tool-format.ts'

/** The first of these fields that has a text. */
const firstText = (fields: Fields, ...names: string[]): string | null =>
  names.map((name) => textField(fields[name])).find((text) => text !== null) ?? null

/**
 * Traces and observations of Langfuse, exported from a table or to a blob store. The contestant of a generation is its
 * model, with the version of its prompt if that is managed in Langfuse; that of a trace its version, release or name.
 */
export const langfuse: ToolFormat = {
  name: 'Langfuse export',
  source: 'https://langfuse.com/docs/api-and-data-platform/features/export-from-ui',
  matches: (head) =>
    hasAll(head, 'input', 'output') &&
    hasAny(head, 'traceId', 'trace_id', 'userId', 'user_id', 'sessionId', 'session_id') &&
    hasAny(head, 'timestamp', 'startTime', 'start_time') &&
    !head.columns.has('example_id'),
  open: (head) => {
    const isObservation = hasAny(head, 'type', 'model', 'providedModelName', 'provided_model_name')
    return (fields) => {
      const type = firstText(fields, 'type')
      if (isObservation && type !== null && type.toUpperCase() !== 'GENERATION') return null
      const seconds = numberField(fields['latency'])
      return answerRow(
        {
          input: fields['input'],
          output: fields['output'],
          model: contestantOf(fields) ?? contestantOfFile(head, 'Langfuse'),
          costUsd: fields['totalCost'] ?? fields['total_cost'],
          ...(seconds !== null && { latencyMs: seconds * 1000 }),
        },
        head,
      )
    }
  },
}

function contestantOf(fields: Fields): string | null {
  const model = firstText(fields, 'model', 'providedModelName', 'provided_model_name')
  const prompt = firstText(fields, 'promptName', 'prompt_name')
  const version = firstText(fields, 'promptVersion', 'prompt_version')
  if (model !== null) return prompt === null ? model : `${model}, ${prompt} ${version ?? ''}`.trim()
  return firstText(fields, 'version', 'release', 'name')
}

/** Items of a Langfuse dataset: `input` and `expectedOutput`. */
export const langfuseDataset: ToolFormat = {
  name: 'Langfuse dataset',
  source: 'https://langfuse.com/docs/evaluation/dataset-runs/datasets',
  matches: (head) =>
    hasAll(head, 'input') && hasAny(head, 'expectedOutput', 'expected_output') && !head.columns.has('output'),
  open: () => datasetRow(['expectedOutput', 'expected_output']),
}

/** Runs of a Phoenix experiment (`/v1/experiments/{id}/json` and `csv`). Repetitions are samples. */
export const phoenixExperiment: ToolFormat = {
  name: 'Phoenix experiment',
  source: 'https://arize.com/docs/phoenix/sdk-api-reference/rest-api/api-reference/experiments',
  matches: (head) =>
    hasAll(head, 'example_id', 'input', 'output') && hasAny(head, 'repetition_number', 'reference_output'),
  open: (head) => {
    const model = contestantOfFile(head, 'Phoenix')
    return (fields) =>
      answerRow(
        {
          id: fields['example_id'],
          input: fields['input'],
          output: fields['output'],
          expected: fields['reference_output'],
          model,
          tokens: fields['completion_token_count'],
          latencyMs: fields['latency_ms'],
        },
        head,
      )
  },
}

/** Spans of Phoenix as a table (`get_spans_dataframe`). Only spans of models are answers. */
export const phoenixSpans: ToolFormat = {
  name: 'Phoenix spans',
  source:
    'https://arize.com/docs/phoenix/tracing/how-to-tracing/importing-and-exporting-traces/extract-data-from-spans',
  matches: (head) =>
    hasAll(head, 'attributes.input.value', 'attributes.output.value', 'attributes.llm.model_name'),
  open: (head) => (fields) => {
    if (firstText(fields, 'span_kind', 'attributes.openinference.span.kind')?.toUpperCase() !== 'LLM')
      return null
    return answerRow(
      {
        input: fields['attributes.input.value'],
        output: fields['attributes.output.value'],
        model: fields['attributes.llm.model_name'],
        tokens: fields['attributes.llm.token_count.completion'],
      },
      head,
    )
  },
}

/** Rows of a Braintrust experiment. The contestant is `metadata.model`, else the file's name. */
export const braintrust: ToolFormat = {
  name: 'Braintrust experiment',
  source: 'https://www.braintrust.dev/docs/annotate/export',
  matches: (head) => hasAll(head, 'input', 'output') && isBraintrust(head),
  open: (head) => (fields) => {
    const isRoot = textField(fields['is_root'])
    const { root_span_id: root, span_id: span } = fields
    if (isRoot?.toLowerCase() === 'false' || (isRoot === null && root && span && root !== span)) return null
    const [metadata, metrics] = [objectIn(fields['metadata']), objectIn(fields['metrics'])]
    const seconds = numberField(metrics['duration']) ?? secondsBetween(metrics)
    return answerRow(
      {
        input: fields['input'],
        output: fields['output'],
        expected: fields['expected'],
        model: textField(metadata['model']) ?? contestantOfFile(head, 'Braintrust'),
        tokens: metrics['completion_tokens'],
        costUsd: metrics['estimated_cost'],
        ...(seconds !== null && { latencyMs: seconds * 1000 }),
      },
      head,
    )
  },
}

const secondsBetween = ({ start, end }: Fields): number | null => {
  const [from, to] = [numberField(start), numberField(end)]
  return from === null || to === null ? null : to - from
}

const isBraintrust = (head: FileHead) =>
  hasAny(head, 'root_span_id', '_xact_id', 'span_attributes') || hasAll(head, 'expected', 'scores')

/** Records of a Braintrust dataset: `input` and `expected`. */
export const braintrustDataset: ToolFormat = {
  name: 'Braintrust dataset',
  source: 'https://www.braintrust.dev/docs/annotate/export',
  matches: (head) => hasAll(head, 'input', 'expected') && !head.columns.has('output'),
  open: () => datasetRow(['expected']),
}

function datasetRow(expected: readonly string[]) {
  return (fields: Fields) => {
    const reference = expected.map((name) => shownText(fields[name])).find((text) => text !== null)
    const prompt = promptOfInput(fields['input'], fields['id'], reference ? { reference } : {})
    return prompt ? { prompt } : msg('field_empty', { field: 'input' })
  }
}
