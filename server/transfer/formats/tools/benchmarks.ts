import { msg } from '../../../../shared/messages/index.ts'
import { numberField, textField, FileError, objectIn, listIn, contentText } from '../fields.ts'
import { namedScores } from '../score-votes.ts'
import { answerRow, contestantOfFile, promptOfInput } from './input-output.ts'
import { documentBefore, hasAll, hasAny, type ToolFormat } from './tool-format.ts'

/**
 * The requests of a batch: `custom_id` beside `body` (OpenAI) or `params` (Anthropic). Each is a prompt, and its results
 * meet it by that id.
 */
export const batchRequests: ToolFormat = {
  name: 'requests of a batch',
  source: 'https://platform.openai.com/docs/guides/batch',
  matches: (head) => hasAll(head, 'custom_id') && hasAny(head, 'body', 'params'),
  open: () => (fields) => {
    const { system, messages, input } = objectIn(fields['body'] ?? fields['params'])
    const above = contentText(system)
    const asked = listIn(messages ?? input)
    const all = above === null || asked.length === 0 ? asked : [{ role: 'system', content: above }, ...asked]
    const prompt = promptOfInput(all.length > 0 ? all : input, fields['custom_id'])
    return prompt ? { prompt } : msg('field_empty', { field: 'messages' })
  },
}

/** The results of a batch of OpenAI or Anthropic. They have no prompts, only the ids of their requests. */
export const batchResults: ToolFormat = {
  name: 'results of a batch',
  source: 'https://platform.openai.com/docs/guides/batch',
  matches: (head) => hasAll(head, 'custom_id') && hasAny(head, 'response', 'result'),
  open:
    ({ notes }) =>
    (fields) => {
      const prompt = textField(fields['custom_id'])
      if (prompt === null) return msg('field_missing', { field: 'custom_id' })
      const { response, result } = fields
      const { model, choices, output, content, usage } = objectIn(
        objectIn(response)['body'] ?? objectIn(result)['message'],
      )
      const whole =
        contentText(content) ?? contentText(listIn(output).map((item) => objectIn(item)['content']))
      const texts = Array.isArray(choices)
        ? choices.map(objectIn).map(({ message, text }) => contentText(objectIn(message)['content']) ?? text)
        : [whole]
      const said = texts.filter((text) => typeof text === 'string' && text !== '')
      if (said.length === 0) {
        notes.failed++
        return null
      }
      const { completion_tokens, output_tokens } = objectIn(usage)
      const tokens = said.length === 1 ? numberField(completion_tokens ?? output_tokens) : null
      return { answers: said.map((text) => ({ prompt, model, text, tokens })) }
    },
}

/** What a sample of lm-evaluation-harness has beside its metrics. */
const OF_SAMPLE = new Set([
  'doc_id',
  'doc',
  'target',
  'arguments',
  'resps',
  'filtered_resps',
  'filter',
  'metrics',
])

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
      if (typeof answer !== 'string') throw new FileError(msg('single_scores', { file: head.file }))
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
