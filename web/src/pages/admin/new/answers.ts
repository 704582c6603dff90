/** Answers that exist already, in a file for each contestant. */
import type { TextFile } from './prompts.svelte.ts'

/**
 * A path for a file of answers, in a new folder because file names can repeat.
 * @param taken  the path of each contestant, if it has one
 */
export function answersPath(name: string, taken: readonly unknown[]): string {
  let n = taken.length + 1
  while (taken.some((path) => String(path).startsWith(`answers/${n}/`))) n++
  return `answers/${n}/${name}`
}

/** The path of a replacement file: the old path with the new extension, which decides how it is read. */
export const answersPathFor = (name: string, before: string): string =>
  before.replace(/\.\w+$/, '') + (/\.\w+$/.exec(name)?.[0].toLowerCase() ?? '')

/** Answers in JSONL, without those to removed prompts. */
export function answersLeft({ name, text }: TextFile, removed: ReadonlySet<string>): TextFile {
  if (removed.size === 0 || !name.endsWith('.jsonl')) return { name, text }
  const left = text.split('\n').filter((line) => !removed.has(promptIn(line)))
  return { name, text: left.join('\n') }
}

function promptIn(line: string): string {
  try {
    return String((JSON.parse(line) as Record<string, unknown> | null)?.['prompt'])
  } catch {
    return ''
  }
}
