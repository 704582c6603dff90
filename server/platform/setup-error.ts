import { englishText, msg, type AnyMessage, type CodedMessage } from '../../shared/messages/index.ts'

/**
 * Something outside the program keeps it from starting: a folder, a port, a database, a setting. The message is one
 * line that says what is wrong, where, and what to do. The process prints only this line and exits with code 3.
 */
export class SetupError extends Error {
  override readonly name = 'SetupError'

  constructor(why: AnyMessage) {
    super(englishText(why))
  }
}

/** A backup that cannot be made or restored. Its one-line message says what is wrong, where, and what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
  readonly finding: AnyMessage

  constructor(why: AnyMessage) {
    super(englishText(why))
    this.finding = why
  }
}

/** Judging that gave no result, or none yet, although its request was valid. What was judged stays. */
export class JudgingStopped extends Error {
  override name = 'JudgingStopped'

  constructor(why: AnyMessage) {
    super(englishText(why))
  }
}

/** Why a file could not be read. */
export function fileReadFailure(path: string, { code, message }: NodeJS.ErrnoException): CodedMessage {
  if (code === 'EISDIR') return msg('is_folder', { path })
  if (code === 'ENOENT') return msg('file_missing', { path })
  if (code === 'EACCES') return msg('file_not_permitted', { path })
  return msg('file_unread', { path, why: code ?? message })
}
