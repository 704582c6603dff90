/** The table of pictures. */
import type { Generated } from 'kysely'
import type { PictureType } from '../../shared/contracts/index.ts'

export interface PictureTable {
  arena_id: number
  /** 32 random digits, 0-9 and a-f. */
  name: Generated<string>
  /** Of the bytes, as hexadecimal digits. */
  sha256: string
  type: PictureType
  /** Pixels, as shown. */
  width: number
  height: number
  bytes: Buffer
}

declare module '../platform/schema.ts' {
  interface Database {
    pictures: PictureTable
  }
}
