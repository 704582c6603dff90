import { diffArrays } from 'diff/lib/diff/array.js'

/** A stretch of two texts: in both, in the first only, or in the second only. */
interface DiffPart {
  text: string
  kind: 'same' | 'removed' | 'added'
}

/** Texts that need more edits have too little in common to compare them word by word. */
const MAX_EDITS = 2000

const BY_WORD = new Intl.Segmenter(undefined, { granularity: 'word' })
const splitWords = (text: string): string[] => Array.from(BY_WORD.segment(text), ({ segment }) => segment)

/**
 * Compares two texts word by word, in any script. Spaces and punctuation count as words. All parts except the added ones
 * make up `before`, all except the removed ones `after`. A removed part comes before the added part that replaces it.
 */
export function diffWords(before: string, after: string): DiffPart[] {
  const changes = diffArrays(splitWords(before), splitWords(after), { maxEditLength: MAX_EDITS })
  if (!changes)
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ]
  return changes.map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value.join(''),
  }))
}
