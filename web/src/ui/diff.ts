import { shortestEdit } from './shortest-edit.ts'

/** A stretch of two texts: in both, in the first only, or in the second only. */
export interface DiffPart {
  text: string
  kind: 'same' | 'removed' | 'added'
}

const BY_WORD = new Intl.Segmenter(undefined, { granularity: 'word' })
const wordsOf = (text: string): string[] => Array.from(BY_WORD.segment(text), ({ segment }) => segment)

/**
 * What was removed from a text and added to it, word by word in every script; spaces and signs are words of their own.
 * A few words that two rewritten stretches happen to share count as rewritten too, or nobody could read it.
 * All parts but the added ones make up `before`, all but the removed ones `after`; of two neighbours that differ the
 * removed one comes first.
 */
export function diffWords(before: string, after: string): DiffPart[] {
  const [old, fresh] = [wordsOf(before), wordsOf(after)]
  const parts = shortestEdit(old, fresh).map(({ kind, from, to }) => ({
    kind,
    text: (kind === 'added' ? fresh : old).slice(from, to).join(''),
  }))
  return withoutCrumbs(parts)
}

/** A change with what is alike before it. */
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
    // joining makes a larger change, beside which what stood before it may be a crumb now
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

/** What two changes have between them is shorter than either of them. */
function isCrumb({ same, ...next }: Change, last: Change): boolean {
  const sizeOf = ({ removed, added }: Omit<Change, 'same'>) => Math.max(removed.length, added.length)
  return (
    same.length < Math.min(sizeOf(last), sizeOf(next)) ||
    (same.trim() === '' && sizeOf(last) > 0 && sizeOf(next) > 0)
  )
}
