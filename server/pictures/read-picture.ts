import { createHash } from 'node:crypto'
import { LARGEST_PICTURE_BYTES, LONGEST_SIDE, MOST_PIXELS } from '../../shared/contracts/index.ts'
import type { PictureType } from '../../shared/contracts/index.ts'
import { msg } from '../../shared/messages/index.ts'
import type { CodedMessage } from '../../shared/messages/index.ts'
import { isJpeg, strippedJpeg } from './formats/jpeg.ts'
import { isPng, strippedPng } from './formats/png.ts'
import type { Stripped } from './formats/stripped.ts'
import { isWebp, strippedWebp } from './formats/webp.ts'

/** A picture without metadata. */
export interface Picture {
  type: PictureType
  bytes: Buffer
  /** Of the bytes, as hexadecimal digits. */
  sha256: string
  /** Pixels, as shown. */
  width: number
  height: number
}

const FORMATS: { type: PictureType; isOf(bytes: Buffer): boolean; strip(bytes: Buffer): Stripped }[] = [
  { type: 'image/png', isOf: isPng, strip: strippedPng },
  { type: 'image/jpeg', isOf: isJpeg, strip: strippedJpeg },
  { type: 'image/webp', isOf: isWebp, strip: strippedWebp },
]

/** Whether bytes begin like a picture that can be used. */
export const isPicture = (bytes: Uint8Array): boolean =>
  formatOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) !== undefined

const formatOf = (bytes: Buffer) => FORMATS.find(({ isOf }) => isOf(bytes))

/**
 * Reads a PNG, JPEG or WebP, known by its bytes and not by its name, and removes metadata: places, times, devices,
 * programs, texts and previews. Its pixels stay as they are. The same bytes always give the same result, and the result
 * gives itself.
 * @returns the picture; or what is wrong with it, as the end of a sentence
 */
export function readPicture(bytes: Buffer): Picture | CodedMessage {
  const megabytes = LARGEST_PICTURE_BYTES / 1024 / 1024
  if (bytes.length > LARGEST_PICTURE_BYTES) return msg('picture_large', { megabytes })
  const format = formatOf(bytes)
  if (!format) return isSvg(bytes) ? msg('picture_svg') : msg('picture_of_other_format')
  const stripped = format.strip(bytes)
  if (stripped === 'damaged') return msg('picture_damaged')
  if (stripped === 'moves') return msg('picture_moves')
  const { width, height, isWhole, ...rest } = stripped
  if (width === 0 || height === 0) return msg('picture_damaged')
  if (Math.max(width, height) > LONGEST_SIDE || width * height > MOST_PIXELS)
    return msg('picture_wide', { width, height, side: LONGEST_SIDE, megapixels: MOST_PIXELS / 1e6 })
  if (isWhole?.() === false) return msg('picture_damaged')
  const sha256 = createHash('sha256').update(stripped.bytes).digest('hex')
  return { type: format.type, width, height, ...rest, sha256 }
}

const isSvg = (bytes: Buffer): boolean => /<svg[\s>]/i.test(bytes.toString('latin1', 0, 4096))
