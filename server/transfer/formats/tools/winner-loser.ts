import { createHash } from 'node:crypto'
import { msg } from '../../../../shared/messages/index.ts'
import { textField } from '../fields.ts'
import { hasAll, hasAny } from './tool-format.ts'
import type { ToolFormat } from './tool-format.ts'

const SIDES = ['winner', 'loser']

/**
 * Pairs of a winner and a loser, as tournaments and spreadsheets have them; ties have no row. The file does not say
 * who was on the left. So a hash of the row decides: with the winner always there, the left would seem an advantage.
 */
export const winnerLoser: ToolFormat = {
  name: 'pairs of winner and loser',
  source: 'docs/reference/files.md',
  matches: (head) => hasAll(head, ...SIDES) && !hasAny(head, 'model_a', 'model_b', 'prompt'),
  open: () => (fields) => {
    for (const field of SIDES) if (textField(fields[field]) === null) return msg('field_empty', { field })
    const { winner, loser, ...others } = fields
    const isLeft = createHash('sha256').update(JSON.stringify(fields)).digest()[0] < 128
    const [left, right] = isLeft ? [winner, loser] : [loser, winner]
    const outcome = isLeft ? 'model_a' : 'model_b'
    return { votes: [{ ...others, model_a: left, model_b: right, winner: outcome }] }
  },
}

/** Votes whose sides are `left` and `right`, as evalica names them. */
export const leftRight: ToolFormat = {
  name: 'votes of left and right',
  source: 'https://github.com/dustalov/evalica',
  matches: (head) => hasAll(head, 'left', 'right', 'winner') && !hasAny(head, 'model_a', 'model_b', 'prompt'),
  open:
    () =>
    ({ left, right, ...others }) => ({ votes: [{ ...others, model_a: left, model_b: right }] }),
}
