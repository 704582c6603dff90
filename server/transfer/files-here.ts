import type { Context } from 'hono'
import type { ImportDeps } from './import/import-into.ts'

/**
 * What a command gives the app within its process in place of a body: files of this machine, which are read where they are
 * and in this process, and who hears how far it is.
 */
export interface FilesHere extends Pick<ImportDeps, 'onWritten'> {
  /** Where each is, by its name in messages. Of an arena.yaml, it comes first. */
  files: ReadonlyMap<string, string>
  /** Called with the share of a file that is read. */
  onRead?: (share: number) => void
}

/** Those of a request. They come beside it, so none over the network can have them; null for these. */
export const filesHere = (c: Context): FilesHere | null =>
  (c.env as { filesHere?: FilesHere } | undefined)?.filesHere ?? null
