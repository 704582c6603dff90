import { objectIn, listIn, shownText, contentText } from './texts.ts'
import { documentBefore } from './document.ts'
import { answerRow } from './input-output.ts'
import { textField } from '../fields.ts'
import type { ToolFormat } from './tool-format.ts'

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
}
