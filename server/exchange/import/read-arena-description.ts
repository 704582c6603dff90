import { dirname, resolve } from 'node:path'
import { readArenaFile } from '../../arenas/index.ts'
import type { ArenaFile, Message } from '../../../shared/contracts/index.ts'
import type { Complaints } from '../files/complaints.ts'
import { FileError } from '../files/file-error.ts'
import type { OpenFile } from '../files/open-file.ts'
import type { ArenaImport } from './arena-import.ts'
import { readAnswersFile, readPromptsFile } from './read-files.ts'

type Into = (path: string, read: (file: OpenFile, complaints: Complaints) => Promise<void>) => Promise<void>

/**
 * An arena.yaml with the files it names, which lie beside it.
 * @throws {FileError} when it describes an arena of another slug
 */
export async function readArenaDescription(
  path: string,
  slug: string,
  incoming: ArenaImport,
  into: Into,
): Promise<void> {
  const described = await readArenaFile(path)
  if (described.arena !== slug)
    throw new FileError(
      `${path} describes the arena "${described.arena}". Import it under that name, or change the name in the file.`,
    )
  const { title, description, visibility, criteria } = described
  incoming.arena = { slug, title, description, visibility, criteria }
  const beside = (file: string) => resolve(dirname(path), file)
  if (typeof described.prompts === 'string')
    await into(beside(described.prompts), (file, complaints) => readPromptsFile(file, complaints, incoming))
  else for (const prompt of described.prompts) incoming.prompts.push(promptOf(prompt))
  for (const { name, model = null, system = null, responses } of described.contestants) {
    incoming.contestants.push({ name, model, system })
    if (responses !== undefined)
      await into(beside(responses), (file, complaints) => readAnswersFile(file, complaints, incoming, name))
  }
}

function promptOf({
  id,
  text,
  messages,
  turns,
  category,
  reference,
  variables,
  context,
}: Exclude<ArenaFile['prompts'], string>[number]) {
  const said = turns ?? (text === undefined ? [] : [text])
  return {
    key: id,
    messages: messages ?? said.map((content): Message => ({ role: 'user', content })),
    category: category ?? null,
    reference: reference ?? null,
    variables: variables ?? null,
    context: typeof context === 'string' ? [context] : (context ?? null),
  }
}
