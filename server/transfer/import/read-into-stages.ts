import type { PictureStage } from '../../pictures/index.ts'
import type { ArenaImport } from './arena-import.ts'
import type { TextStage } from './stage-texts.ts'
import type { VoteStage } from './stage-votes.ts'

/**
 * Reads every file of an import, and stages what it holds.
 * @throws {FileError} if a file cannot be used
 */
export async function readIntoStages(
  { votes, pictures = [], files = [] }: ArenaImport,
  stages: { votes: VoteStage; texts: TextStage; pictures: PictureStage },
): Promise<void> {
  const known = votes.map((vote, i) => ({ ...vote, place: i + 1, line: 0, repeatable: false }))
  await stages.votes.add(known, 0)
  await stages.votes.written()
  await stages.pictures.add(pictures)
  for (const [i, file] of files.entries()) {
    stages.votes.startFile()
    for await (const portion of file.read()) {
      await stages.votes.add(portion.votes ?? [], i + 1)
      if (!portion.prompts && !portion.answers) continue
      await stages.votes.written()
      await stages.texts.add(portion)
      await stages.pictures.add(portion.pictures ?? [])
    }
    stages.votes.fileIds.push(file.id())
  }
  await stages.votes.written()
  await stages.texts.end()
}
