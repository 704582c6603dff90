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
 * Compares two texts word by word, in any script. Spaces and punctuation count as words. A few equal words between two
 * rewritten stretches count as rewritten too, which is easier to read. All parts except the added ones make up `before`,
 * all except the removed ones `after`. A removed part comes before the added part that replaces it.
 */
export function diffWords(before: string, after: string): DiffPart[] {
  const [old, fresh] = [splitWords(before), splitWords(after)]
  const changes = diffArrays(old, fresh, { maxEditLength: MAX_EDITS })
  if (!changes) return commonEnds(old, fresh)
  return withoutCrumbs(
    changes.map(({ value, added, removed }) => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      text: value.join(''),
    })),
  )
}

function commonEnds(old: readonly string[], fresh: readonly string[]): DiffPart[] {
  let start = 0
  while (old[start] === fresh[start]) start++
  let end = 0
  while (end < Math.min(old.length, fresh.length) - start && old.at(-1 - end) === fresh.at(-1 - end)) end++
  return withoutCrumbs([
    { kind: 'same', text: old.slice(0, start).join('') },
    { kind: 'removed', text: old.slice(start, old.length - end).join('') },
    { kind: 'added', text: fresh.slice(start, fresh.length - end).join('') },
    { kind: 'same', text: old.slice(old.length - end).join('') },
  ])
}

/** A change, with the equal text before it. */
interface Change {
  same: string
  removed: string
  added: string
}

function withoutCrumbs(parts: readonly DiffPart[]): DiffPart[] {
  const changes: Change[] = []
  for (const { kind, text } of parts) {
    if (kind === 'same' || changes.length === 0) changes.push({ same: '', removed: '', added: '' })
    changes.at(-1)![kind] += text
  }
  const rewritten: Change[] = []
  for (let change of changes) {
    // the joined change is larger, so the equal text before it may now be short in comparison
    for (let last = rewritten.at(-1); last && isCrumb(change, last); last = rewritten.at(-1)) {
      rewritten.pop()
      change = {
        same: last.same,
        removed: last.removed + change.same + change.removed,
        added: last.added + change.same + change.added,
      }
    }
    rewritten.push(change)
  }
  return rewritten
    .flatMap(({ same, removed, added }): DiffPart[] => [
      { text: same, kind: 'same' },
      { text: removed, kind: 'removed' },
      { text: added, kind: 'added' },
    ])
    .filter(({ text }) => text !== '')
}

/** Whether the equal text between two changes is shorter than both, or blank between words that replace each other. */
function isCrumb({ same, ...next }: Change, last: Change): boolean {
  const changeSize = ({ removed, added }: Omit<Change, 'same'>) => Math.max(removed.length, added.length)
  const isReplaced = last.removed + next.removed !== '' && last.added + next.added !== ''
  return (
    same.length < Math.min(changeSize(last), changeSize(next)) ||
    (same.trim() === '' && isReplaced && changeSize(last) > 0 && changeSize(next) > 0)
  )
}
