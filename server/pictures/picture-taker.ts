import { readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, resolve, sep } from 'node:path'
import { MAX_PICTURE_BYTES, MAX_PICTURES_OF_TEXT } from '../../shared/contracts/limits.ts'
import { msg, type CodedMessage } from '../../shared/messages/index.ts'
import type { NewPrompt } from '../prompts/index.ts'
import { readPicture, type Picture } from './read-picture.ts'

// Where a Markdown text has pictures.

/** An address of a picture: its place in the text, and the address itself. */
interface PictureAddress {
  start: number
  end: number
  address: string
}

/** The beginning of a block of code, of code in a line, or of a picture. */
const BEGINNING = /^ {0,3}(`{3,}|~{3,}).*$|`+|!\[/gm
/** The description of a picture up to its address. It may hold one level of brackets. */
const DESCRIPTION = /!\[(?:[^[\]\\]|\\.|\[[^[\]]*\]){0,2000}\]\([ \t]*/sy
const IN_BRACKETS = /<([^<>\n]*)>/y
const END_OF_ADDRESS = /[\s()<>]/g
/** What may follow an address. */
const TITLE = /(?:[ \t\n]+(?:"[^"]{0,2000}"|'[^']{0,2000}'))?[ \t]*\)/y

/** The addresses of pictures, `![description](address "title")`, in the order of a text. Code holds none. */
export function* findPictures(text: string): Generator<PictureAddress> {
  const unclosed = new Set<number>()
  let offset = 0
  for (;;) {
    const found = stickyMatch(BEGINNING, text, offset)
    if (!found) return
    const after = found.index + found[0].length
    if (found[1]) offset = endOfBlock(text, after, found[1])
    else if (found[0] !== '![') offset = endOfCode(text, after, found[0].length, unclosed)
    else {
      const picture = text[found.index - 1] === '\\' ? null : pictureAt(text, found.index)
      if (picture) yield picture
      offset = picture?.end ?? after
    }
  }
}

function pictureAt(text: string, start: number): PictureAddress | null {
  const description = stickyMatch(DESCRIPTION, text, start)
  if (!description) return null
  const from = start + description[0].length
  const bracketed = stickyMatch(IN_BRACKETS, text, from)
  const end = bracketed
    ? from + bracketed[0].length
    : (stickyMatch(END_OF_ADDRESS, text, from)?.index ?? text.length)
  if (end === from || !stickyMatch(TITLE, text, end)) return null
  return { start: from, end, address: bracketed ? bracketed[1] : text.slice(from, end) }
}

/** The end of a block that such a fence closes; the end of the text if none does. */
function endOfBlock(text: string, from: number, fence: string): number {
  const closing = stickyMatch(new RegExp(`^ {0,3}${fence[0]}{${fence.length},}[ \\t]*$`, 'gm'), text, from)
  return closing ? closing.index + closing[0].length : text.length
}

/** The end of code in a line, which as many backticks close as opened it. @param unclosed numbers that close nothing */
function endOfCode(text: string, from: number, backticks: number, unclosed: Set<number>): number {
  if (unclosed.has(backticks)) return from
  const runs = /`+/g
  for (let run = stickyMatch(runs, text, from); run; run = stickyMatch(runs, text, run.index + run[0].length))
    if (run[0].length === backticks) return run.index + backticks
  unclosed.add(backticks)
  return from
}

function stickyMatch(pattern: RegExp, text: string, offset: number): RegExpExecArray | null {
  pattern.lastIndex = offset
  return pattern.exec(text)
}

/** The bytes of a file beside the one that is read, by its path from there; null if there is none. */
type FindPicture = (path: string) => Buffer | null

/** The beginning of an address that brings its bytes along. */
const BROUGHT = /^data:(image\/[a-z0-9.+-]*)((?:;[^,;]*)*),/i
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/
/** A path below the folder of the file: no scheme, no root, and a name of a picture. */
const BESIDE = /^(?![a-z][a-z0-9+.-]*:|\/|#|\?)[^\\?#]+\.(?:png|jpe?g|webp)$/i
const SHOWN = 60

/**
 * Takes the pictures out of the texts of a file while it is read: those written as `data:` addresses, and files beside it.
 * Texts then name them by hash, `picture:SHA256`, until they are stored. All other addresses stay as they are: nothing is
 * fetched.
 */
export class PictureExtractor {
  /** Paths that look like a picture beside the file, and no such file. */
  readonly missing = new Set<string>()
  #find: FindPicture
  #taken: Picture[] = []
  #known = new Set<string>()
  /** What the files beside are. */
  #beside = new Map<string, string | CodedMessage | null>()

  constructor(find: FindPicture) {
    this.#find = find
  }

  /** The prompt with its pictures taken, or what is wrong with one of them. */
  fromPrompt<Prompt extends Pick<NewPrompt, 'messages' | 'reference'>>(
    prompt: Prompt,
  ): Prompt | CodedMessage {
    return this.#from(prompt, mapPromptTexts)
  }

  /** The same for an answer. */
  fromAnswer<Answer extends { text: string | null; turns: string[] | null }>(
    answer: Answer,
  ): Answer | CodedMessage {
    return this.#from(answer, mapAnswerTexts)
  }

  /** The pictures that were taken since the last call, each once. */
  taken(): Picture[] {
    return this.#taken.splice(0)
  }

  #from<Row>(row: Row, inTexts: (row: Row, change: Change) => Row): Row | CodedMessage {
    let count = 0
    let wrong: CodedMessage | null = null
    const changed = inTexts(row, (text) => {
      if (!text.includes('](')) return text
      const parts: string[] = []
      let end = 0
      for (const picture of findPictures(text)) {
        const taken = this.#take(picture.address)
        if (taken === null) continue
        count++
        if (typeof taken !== 'string')
          wrong ??= msg('picture_wrong', { picture: shortAddress(picture.address), wrong: taken })
        parts.push(text.slice(end, picture.start), `picture:${String(taken)}`)
        end = picture.end
      }
      return parts.length === 0 ? text : parts.join('') + text.slice(end)
    })
    if (count > MAX_PICTURES_OF_TEXT)
      return msg('pictures_of_text_many', { count, most: MAX_PICTURES_OF_TEXT })
    return wrong ?? changed
  }

  /** The hash of the picture of an address; what is wrong with it; null if the address stays as it is. */
  #take(address: string): string | CodedMessage | null {
    const brought = BROUGHT.exec(address)
    if (brought) return this.#takeBrought(brought, address)
    if (!BESIDE.test(address)) return null
    const known = this.#beside.get(address)
    if (known !== undefined) return known
    const bytes = this.#find(decodedPath(address))
    if (!bytes) this.missing.add(address)
    const taken = bytes && this.#read(bytes)
    this.#beside.set(address, taken)
    return taken
  }

  #takeBrought([head, , parameters]: RegExpExecArray, address: string): string | CodedMessage {
    const content = address.slice(head.length)
    if (!/;base64$/i.test(parameters) || !BASE64.test(content)) return msg('picture_not_base64')
    return this.#read(Buffer.from(content, 'base64'))
  }

  #read(bytes: Buffer): string | CodedMessage {
    const picture = readPicture(bytes)
    if ('code' in picture) return picture
    if (!this.#known.has(picture.sha256)) {
      this.#known.add(picture.sha256)
      this.#taken.push(picture)
    }
    return picture.sha256
  }
}

/** Markdown writes spaces and other characters of a path as %20. */
function decodedPath(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

const shortAddress = (address: string): string =>
  address.length > SHOWN ? `${address.slice(0, SHOWN)}…` : address

// The texts of a prompt or an answer in which pictures are shown.

type TextsOfPrompt = Pick<NewPrompt, 'messages' | 'reference'>

interface TextsOfAnswer {
  text: string | null
  turns: string[] | null
}

type Change = (text: string) => string

/** The prompt with its messages and its reference changed. */
export const mapPromptTexts = <Prompt extends TextsOfPrompt>(prompt: Prompt, change: Change): Prompt => ({
  ...prompt,
  messages: prompt.messages?.map((message) => ({ ...message, content: change(message.content) })) ?? null,
  ...(prompt.reference && { reference: change(prompt.reference) }),
})

/** The answer with its text or turns changed. */
export const mapAnswerTexts = <Answer extends TextsOfAnswer>(answer: Answer, change: Change): Answer => ({
  ...answer,
  text: answer.text === null ? null : change(answer.text),
  turns: answer.turns?.map(change) ?? null,
})

/**
 * Reads a picture by its path from the folder of a file. No path and no link leads out of this folder.
 * @returns at most a little more than a picture may have; null if there is no such file
 */
export function readAdjacentPicture(file: string, path: string): Buffer | null {
  try {
    const folder = realpathSync(dirname(file))
    const found = realpathSync(resolve(folder, path))
    const inside = found.startsWith(folder.endsWith(sep) ? folder : folder + sep)
    const stats = inside ? statSync(found) : null
    if (!stats?.isFile()) return null
    // its content does not matter: it is refused for its size
    return stats.size > MAX_PICTURE_BYTES ? Buffer.alloc(MAX_PICTURE_BYTES + 1) : readFileSync(found)
  } catch {
    return null
  }
}
