/** Names that look alike, and answers without the reasoning before them. */
import type { Warning } from '../../../shared/contracts/board.ts'
import { msg, warning } from '../../../shared/messages/index.ts'
import type { ImportedAnswer } from '../import/arena-import.ts'
import { nameSkeleton, quoted } from './fields.ts'

/** Marks that models write before their reasoning. */
const REASONS = /^\s*<(?:(think(?:ing)?|thoughts?|reasoning|scratchpad)>|\|channel\|>analysis)/i

/** Where the reasoning before an answer ends: 0 if there is none, the length of the text if it has no end. */
function endOfReasoning(text: string): number {
  const [opening, name = 'think'] = REASONS.exec(text) ?? []
  const [closing = ''] = new RegExp(`</${name}>`, 'i').exec(text) ?? []
  if (closing === '') return opening === undefined ? 0 : text.length
  const end = text.indexOf(closing)
  // some templates open it in the prompt
  return opening !== undefined || !text.slice(0, end).includes('<think>') ? end + closing.length : 0
}

/** An answer without the reasoning before it, where that has an end. */
export function withoutReasoning(answer: ImportedAnswer): ImportedAnswer {
  const cut = (text: string): string => {
    const end = endOfReasoning(text)
    return end > 0 && end < text.length ? cut(text.slice(end).trimStart()) : text
  }
  const { text, turns } = answer
  return { ...answer, text: text === null ? null : cut(text), turns: turns?.map(cut) ?? null }
}

const MAX_GROUPS = 5

/**
 * A warning about contestants whose names differ only by case, width, blanks or invisible characters. Null: there are
 * none.
 * @param names  those of the arena
 * @param named  those of which at least one must be among them
 */
export function namesAlike(names: Iterable<string>, named?: ReadonlySet<string>): Warning | null {
  const alike = alikeAmong(names).filter((group) => !named || group.some((name) => named.has(name)))
  return alike.length === 0 ? null : warning(msg('names_alike', shownGroups(alike)))
}

function alikeAmong(names: Iterable<string>): string[][] {
  const groups = new Map<string, Set<string>>()
  for (const name of names) {
    const look = nameSkeleton(name)
    groups.set(look, (groups.get(look) ?? new Set()).add(name))
  }
  return [...groups.values()].filter(({ size }) => size > 1).map((group) => [...group])
}

const shownGroups = (alike: readonly string[][]) => ({
  groups: alike
    .slice(0, MAX_GROUPS)
    .map((group) => group.map((name) => quoted(name.replaceAll('  ', '␣␣'))).join(' / ')),
  more: Math.max(0, alike.length - MAX_GROUPS),
})
