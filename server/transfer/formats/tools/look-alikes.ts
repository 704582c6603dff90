import { msg } from '../../../../shared/messages/index.ts'
import type { CodedMessage } from '../../../../shared/messages/index.ts'
import { sidesIn } from '../near-columns.ts'
import { hasAll } from './tool-format.ts'
import type { FileHead } from './tool-format.ts'

/** Columns that other tools use for one of two sides or for an outcome. They never name a contestant. */
const SIDES = [
  'winner_model_a',
  'winner_model_b',
  'winner_tie',
  'response_a',
  'response_b',
  'conversation_a',
  'conversation_b',
  'generator_1',
  'generator_2',
  'output_1',
  'output_2',
  'response_1',
  'response_2',
]
/** The two columns of texts whose authors the rows do not name. */
const PAIRS = ['answer', 'output', 'completion', 'reply', 'text']
  .flatMap((what) => [
    [`${what}_a`, `${what}_b`],
    [`${what}_1`, `${what}_2`],
  ])
  .concat([['left', 'right']])

/** Why a file is none that can be imported, although its columns resemble one. Null: it resembles none. */
export function refuseLookAlike(head: FileHead, file: string): CodedMessage | null {
  if (hasAll(head, 'model', 'judgment', 'score')) return msg('single_scores', { file })
  if (hasAll(head, 'model_a', 'model_b') && head.columns.has('winner')) return null
  const columns = [...head.columns].filter((column) => !head.kept.has(column))
  const near = head.columns.has('winner') ? sidesIn(columns) : []
  const has = (column: string) => columns.includes(column)
  const side = near[0]?.column ?? SIDES.find(has) ?? PAIRS.find((pair) => pair.every(has))?.[0]
  if (side === undefined) return null
  return msg('side_column', {
    file,
    column: side,
    near: near.map(({ column, meant }) => `${column}=${meant}`),
  })
}
