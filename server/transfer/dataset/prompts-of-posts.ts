import { basename, dirname, extname } from 'node:path'
import { fillInTheMiddle } from './fill-in-the-middle.ts'
import type { Gap } from './fill-in-the-middle.ts'

/** A row of a prompts file that asks for the missing middle; the reference is the original. */
export interface GapPrompt {
  id: string
  messages: [{ role: 'user'; content: string }]
  variables: { before: string; after: string }
  reference: string
}

export interface Dataset {
  prompts: GapPrompt[]
  /** Posts from which no middle can be removed, and why. */
  skipped: { file: string; because: string }[]
}

/**
 * Makes one prompt from each post whose middle can be removed. Ids are file names, with folders if two files share a
 * name.
 */
export function promptsOfPosts(posts: readonly { file: string; text: string }[], minWords: number): Dataset {
  const dataset: Dataset = { prompts: [], skipped: [] }
  const ids = idsOf(posts.map(({ file }) => file))
  posts.forEach(({ file, text }, i) => {
    const gap = fillInTheMiddle(text, minWords)
    if (typeof gap === 'string') dataset.skipped.push({ file, because: gap })
    else dataset.prompts.push(promptOf(ids[i], gap))
  })
  return dataset
}

function promptOf(id: string, { before, middle, after }: Gap): GapPrompt {
  const content = [
    'A part is missing between the two parts of this text. Write it: in the language and manner of the text, about as it would stand there, and nothing else.',
    `<before>\n${before}\n</before>`,
    `<after>\n${after}\n</after>`,
  ].join('\n\n')
  return { id, messages: [{ role: 'user', content }], variables: { before, after }, reference: middle }
}

function idsOf(files: readonly string[]): string[] {
  const bare = files.map((file) => basename(file, extname(file)))
  const isTaken = (name: string, among: readonly string[]) => among.filter((one) => one === name).length > 1
  const longer = bare.map((name, i) =>
    isTaken(name, bare) ? `${basename(dirname(files[i]))}/${basename(files[i])}` : name,
  )
  return longer.map((name, i) => (isTaken(name, longer) ? files[i] : name))
}
