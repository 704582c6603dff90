/** The prompts of the arena form: those of a saved arena, and new ones. */
import { inOrder } from './fields.ts'
import type { Row } from './layout.ts'

export interface TextFile {
  name: string
  text: string
}

interface Message {
  role: 'system' | 'user' | 'assistant'
  content: string
}

export interface NewPrompt {
  row: Row
  messages: Message[]
}

export interface SavedPrompt {
  id: string
  /** The beginning of its text. */
  text: string
  row: Row
  /** Its line in the prompts file; blank if it is in arena.yaml. */
  line: string
}

/** What was changed about a saved prompt. Its text cannot change. */
interface Edit {
  row: Row
  /** It is to be retired. */
  isRemoved: boolean
}

interface SavedPrompts {
  /** Null: they are listed in the arena.yaml itself. */
  file: string | null
  list: readonly SavedPrompt[]
  /** Ids that no new prompt may have. */
  usedIds: ReadonlySet<string>
}

/** The value of `prompts` in arena.yaml, and the prompts file if any. */
interface WrittenPrompts {
  value: unknown
  file: TextFile | null
}

const FILE = 'prompts.jsonl'
/** Characters of a saved prompt that its line in the list shows. */
const LONGEST = 200

export class Prompts {
  /** New prompts, separated by empty lines. */
  text = $state('')
  /** A file that replaces all prompts. */
  file = $state.raw<TextFile | null>(null)
  /** New prompts, listed one by one. */
  added = $state<NewPrompt[]>([])
  /** The prompt added last, until it has the focus. */
  newest = $state<NewPrompt | null>(null)
  /** Edits of saved prompts, by id. */
  edits = $state<Record<string, Edit>>({})
  /** Null for a new arena. */
  readonly saved: SavedPrompts | null

  constructor(saved: SavedPrompts | null = null) {
    this.saved = saved
  }

  /** The categories of all listed prompts. Prompts in a file are not read. */
  get categories(): readonly string[] {
    if (this.file !== null) return []
    const all = [
      ...this.#inUse.map((one) => this.categoryOf(one)),
      ...this.added.map(({ row }) => String(row['category'] ?? '').trim()),
    ]
    return [...new Set(all)].filter((one) => one !== '').sort()
  }

  /** How many there are. Those in a file are counted by its lines. */
  get count(): number {
    if (this.file) return this.file.text.split('\n').filter((line) => line.trim() !== '').length
    return this.#inUse.length + this.added.length + paragraphsOf(this.text).length
  }

  get #inUse(): readonly SavedPrompt[] {
    return (this.saved?.list ?? []).filter(({ id }) => !this.edits[id]?.isRemoved)
  }

  get #usedIds(): Set<string> {
    return new Set([...(this.saved?.usedIds ?? []), ...this.added.map(idOf)])
  }

  categoryOf({ id, row }: SavedPrompt): string {
    return String((this.edits[id]?.row ?? row)['category'] ?? '')
  }

  edit({ id, row }: SavedPrompt): Edit {
    this.edits[id] ??= { row: { ...row }, isRemoved: false }
    return this.edits[id]
  }

  /** Replaces a saved prompt with a new copy, because saved texts cannot change. */
  editAnew(prompt: SavedPrompt): void {
    const edit = this.edit(prompt)
    edit.isRemoved = true
    const { category, group, reference, variables, context } = $state.snapshot(edit.row)
    this.add({ messages: messagesIn(prompt.row), row: { category, group, reference, variables, context } })
  }

  add({ messages = messagesIn({}), row = {} }: Partial<NewPrompt> = {}): void {
    const [{ id }] = numbered([''], this.#usedIds)
    this.added.push({ row: { ...row, id }, messages })
    this.newest = this.added.at(-1)!
  }

  /** Turns the text, split at empty lines, into a list of prompts. */
  listText(): void {
    for (const content of paragraphsOf(this.text)) this.add({ messages: [{ role: 'user', content }] })
    this.text = ''
    this.newest = null
  }

  get written(): WrittenPrompts {
    if (this.file) return { value: this.file.name, file: this.file }
    const name = this.saved ? this.saved.file : FILE
    const pasted = numbered(paragraphsOf(this.text), this.#usedIds)
    const more = [...this.added.map(writtenPrompt), ...pasted]
    const rowOf = ({ id, row }: SavedPrompt) =>
      this.edits[id] ? inOrder('prompts', this.edits[id].row) : row
    if (name === null) return { value: [...this.#inUse.map(rowOf), ...more], file: null }
    const before = this.#inUse.map((one) => {
      const row = rowOf(one)
      // unchanged prompts keep their line, byte by byte
      return JSON.stringify(row) === JSON.stringify(inOrder('prompts', one.row))
        ? `${one.line}\n`
        : lines([row])
    })
    return { value: name, file: { name, text: before.join('') + lines(more) } }
  }

  /** The saved prompts whose uploaded answers go with them. A prompts file uses the same ids as the answers. */
  get removed(): ReadonlySet<string> {
    const removed = this.file ? [] : Object.keys(this.edits).filter((id) => this.edits[id]!.isRemoved)
    return new Set(removed)
  }
}

const idOf = ({ row }: NewPrompt): string => String(row['id'] ?? '')

/** @param usedIds  ids that are known although no prompt of the file has them */
export function savedPrompts(
  value: unknown,
  files: Readonly<Record<string, string>>,
  usedIds: readonly string[],
): SavedPrompts {
  const isFile = typeof value === 'string'
  const list = isFile
    ? files[value]!.split('\n')
        .filter((line) => line !== '')
        .map((line) => savedPrompt(JSON.parse(line) as Row, line))
    : ((value ?? []) as Row[]).map((row) => savedPrompt(row, ''))
  return { file: isFile ? value : null, list, usedIds: new Set([...usedIds, ...list.map(({ id }) => id)]) }
}

const savedPrompt = (row: Row, line: string): SavedPrompt => ({
  id: String(row['id']),
  text: (messagesIn(row).at(-1)?.content ?? '').slice(0, LONGEST),
  row,
  line,
})

/** The messages of a prompt, from any of its three notations. A new prompt has one blank message. */
export function messagesIn({ text, turns, messages }: Row): Message[] {
  if (Array.isArray(messages)) return messages.map(({ role, content }: Message) => ({ role, content }))
  const texts = Array.isArray(turns) ? turns.map(String) : [typeof text === 'string' ? text : '']
  return texts.map((content): Message => ({ role: 'user', content }))
}

function writtenPrompt({ row, messages }: NewPrompt): Row {
  const [only, ...more] = messages
  const isText = only?.role === 'user' && more.length === 0
  return inOrder('prompts', { ...row, ...(isText ? { text: only.content } : { messages }) })
}

export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\r?\n[ \t]*\r?\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')

/** Gives each text the next free id: p1, p2, and so on. */
function numbered(texts: readonly string[], usedIds: ReadonlySet<string>): { id: string; text: string }[] {
  let n = 0
  return texts.map((text) => {
    do n++
    while (usedIds.has(`p${n}`))
    return { id: `p${n}`, text }
  })
}

/** Writes each object as a line of JSON. */
export const lines = (rows: readonly object[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('')
