import { createHash } from 'node:crypto'
import type { Board } from '../../../shared/contracts/index.ts'

/** A board as it is stored and sent. */
export interface BoardText {
  board: string
  /** The strong ETag of the text. */
  etag: string
}

export function textOf(board: Board): BoardText {
  const text = JSON.stringify(board)
  return {
    board: text,
    etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`,
  }
}
