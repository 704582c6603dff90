import { msg } from '../../../../shared/messages/index.ts'
import { numberField, textField } from '../fields.ts'
import { hasAll } from './tool-format.ts'
import type { ToolFormat } from './tool-format.ts'
import { keyOfText } from './texts.ts'

/**
 * Outputs of AlpacaEval (`model_outputs.json`): `instruction`, `output`, `generator`. A prompt is known by its text,
 * so the files of several models meet on the same prompts.
 */
export const alpacaOutputs: ToolFormat = {
  name: 'AlpacaEval outputs',
  source: 'https://github.com/tatsu-lab/alpaca_eval',
  matches: (head) => hasAll(head, 'instruction', 'output', 'generator'),
  open: () => (fields) => {
    const instruction = textField(fields['instruction'])
    if (instruction === null) return msg('field_missing', { field: 'instruction' })
    return {
      prompt: { id: keyOfText(instruction), text: fields['instruction'], category: fields['dataset'] },
      answers: [{ model: fields['generator'], text: String(fields['output'] ?? '') }],
    }
  },
}

/**
 * Annotations of AlpacaEval (`annotations.json`): `preference` is from 1 (the first output is better) to 2 (the second
 * is), or null if the annotator failed. The files do not say in which order a judge saw the outputs.
 */
export const alpacaAnnotations: ToolFormat = {
  name: 'AlpacaEval annotations',
  source: 'https://github.com/tatsu-lab/alpaca_eval',
  matches: (head) => hasAll(head, 'instruction', 'output_1', 'output_2', 'generator_1', 'generator_2'),
  open: () => (fields) => {
    const instruction = textField(fields['instruction'])
    if (instruction === null) return msg('field_missing', { field: 'instruction' })
    const preference = numberField(fields['preference'])
    if (preference === null || preference < 0 || preference > 2) return msg('no_preference')
    const id = keyOfText(instruction)
    return {
      prompt: { id, text: fields['instruction'], category: fields['dataset'] },
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

/** 0 and 1.5 are draws: AlpacaEval wrote 0 for one in its first versions. */
function winnerOf(preference: number): string {
  if (preference === 0 || preference === 1.5) return 'tie'
  return preference < 1.5 ? 'model_a' : 'model_b'
}
