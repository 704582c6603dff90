/** Proposes new variants. Replace it with your own: a list, a search, or a model that reads the log. */

const PIECES = [
  'Say the cause in one sentence, then the command.',
  'Explain every option of the command.',
  'Give one command, and a second only where the first may fail.',
  'Begin with a short introduction.',
  'Name the command by which to see the cause.',
  'Close with general advice.',
  'At most 60 words.',
  'Offer three alternatives.',
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
