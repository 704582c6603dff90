/** Proposes new instructions for writing in somebody's voice. Replace it with your own: a list, a search, or a model. */

const PIECES = [
  'Write short sentences of everyday words.',
  'Use vivid adjectives.',
  'Name things, places and people instead of describing feelings.',
  'Begin with a summary.',
  'Be dry: say less than is meant.',
  'Close with a lesson for the reader.',
  'Match the length of the paragraphs around the gap.',
  'Use headings and lists.',
]

/**
 * The incumbent's instructions with one piece added or removed.
 * @param {string} system  the incumbent's instructions
 * @param {number} attempt  counted from 1
 */
export function propose(system, attempt) {
  const piece = PIECES[(attempt - 1) % PIECES.length]
  return system.includes(piece) ? system.replace(` ${piece}`, '') : `${system} ${piece}`
}
