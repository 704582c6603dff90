/** What a picture keeps, what it loses, and which files are none. */
import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { readPicture } from '../../../server/pictures/read-picture.ts'
import { MAX_PICTURE_BYTES } from '../../../shared/contracts/limits.ts'
import {
  exif,
  JPEG,
  jpegSegment,
  jpegWith,
  PNG,
  pngChunk,
  pngOfSize,
  pngWithoutPixels,
  pngWith,
  SECRET,
  WEBP,
  webpWith,
} from '../../support/pictures.ts'

const secret = Buffer.from(SECRET)
const profile = Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), Buffer.from('colours')])

const KINDS = [
  {
    name: 'PNG',
    type: 'image/png',
    plain: PNG,
    told: Buffer.concat([
      pngWith(pngChunk('tEXt', secret), pngChunk('eXIf', secret), pngChunk('tIME', Buffer.alloc(7))),
      secret,
    ]),
  },
  {
    name: 'JPEG',
    type: 'image/jpeg',
    plain: JPEG,
    told: Buffer.concat([
      jpegWith(jpegSegment(0xe1, exif(1)), jpegSegment(0xfe, secret), jpegSegment(0xed, secret)),
      secret,
    ]),
  },
  {
    name: 'WebP',
    type: 'image/webp',
    plain: webpWith(0),
    told: Buffer.concat([webpWith(0x0c, ['EXIF', secret], ['XMP ', secret], ['what', secret]), secret]),
  },
]

const picture = (bytes: Buffer) => {
  const read = readPicture(bytes)
  if ('code' in read) throw new Error(read.code)
  return read
}
const faultOf = (bytes: Buffer) => {
  const read = readPicture(bytes)
  return 'code' in read ? read.code : null
}

describe.each(KINDS)('a $name', ({ type, plain, told }) => {
  it('loses its metadata and what follows its end, and stays the same picture', () => {
    expect(told.includes(secret)).toBe(true)
    const read = picture(told)
    expect(read.bytes.includes(secret)).toBe(false)
    expect(read.bytes).toEqual(picture(plain).bytes)
    expect(read).toMatchObject({
      type,
      width: 24,
      height: 16,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  it('read again is the same', () => {
    const once = picture(told)
    expect(picture(once.bytes)).toEqual(once)
  })

  it('cut off anywhere is damaged', () => {
    for (let size = 16; size < plain.length; size++)
      expect(faultOf(plain.subarray(0, size)), String(size)).toBe('picture_damaged')
  })

  it('with any bytes changed is read or refused, and never breaks the reader', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(plain.length - 1), fc.nat(255)), { maxLength: 8 }), (changes) => {
        const changed = Buffer.from(plain)
        for (const [at, byte] of changes) changed[at] = byte
        const read = readPicture(changed)
        expect('code' in read ? read.code.startsWith('picture_') : read.width > 0).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

it('a JPEG keeps how the camera was held, its colour profile, and nothing else', () => {
  const read = picture(jpegWith(jpegSegment(0xe1, exif(6)), jpegSegment(0xe2, profile)))
  expect(read).toMatchObject({ width: 16, height: 24 })
  expect(read.bytes.includes(secret)).toBe(false)
  expect(read.bytes.includes(profile)).toBe(true)
  expect(read.bytes.length).toBe(picture(JPEG).bytes.length + profile.length + 4 + 36)
  expect(picture(read.bytes)).toEqual(read)
})

describe('bytes behind what programs read', () => {
  it('are left out of the segment of Adobe, which says how colours are read', () => {
    const adobe = Buffer.from('Adobe\0\x64\0\0\0\0\0', 'latin1')
    const told = jpegWith(jpegSegment(0xee, Buffer.concat([adobe, secret])))
    expect(picture(told).bytes).toEqual(picture(jpegWith(jpegSegment(0xee, adobe))).bytes)
    expect(picture(told).bytes.includes(adobe)).toBe(true)
  })

  it('are left out of the extended header of a WebP, with its reserved bits', () => {
    const [start, length] = [12, 10]
    const plain = webpWith(0)
    const told = Buffer.concat([
      plain.subarray(0, start + 8 + length),
      secret,
      plain.subarray(start + 8 + length),
    ])
    told.writeUInt32LE(length + secret.length, start + 4)
    told.writeUInt32LE(told.length - 8, 4)
    told[start + 8] |= 0x81
    told.write('me', start + 9)
    expect(secret.length % 2).toBe(0)
    expect(picture(told).bytes).toEqual(picture(plain).bytes)
  })

  it('are not kept as a second profile or transparency of a WebP', () => {
    const told = webpWith(0x10, ['ALPH', profile], ['ALPH', secret], ['ICCP', secret])
    expect(picture(told).bytes).toEqual(picture(webpWith(0x10, ['ALPH', profile])).bytes)
  })

  it('are not kept as a profile of a WebP without extended header', () => {
    const pixels = WEBP.subarray(WEBP.indexOf('VP8 '))
    const secretChunk = Buffer.concat([Buffer.from('ICCP\0\0\0\0', 'latin1'), secret])
    secretChunk.writeUInt32LE(secret.length, 4)
    const file = (...chunks: Buffer[]) => {
      const all = Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'), ...chunks])
      all.writeUInt32LE(all.length - 8, 4)
      return all
    }
    expect(picture(file(secretChunk, pixels)).bytes).toEqual(file(pixels))
  })

  it('that fill up a chunk of odd length are 0', () => {
    const told = webpWith(0x10, ['ALPH', Buffer.from('odd')])
    told[told.length - 1] = 7
    expect(picture(told).bytes.at(-1)).toBe(0)
  })
})

it.each([
  [
    'SVG',
    '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
    'picture_svg',
  ],
  ['HTML', '<!doctype html><script>alert(1)</script>', 'picture_of_other_format'],
  ['GIF', 'GIF89a\x01\0\x01\0', 'picture_of_other_format'],
  ['nothing', '', 'picture_of_other_format'],
  ['the start of a PNG', '\x89PNG\r\n\x1a\n', 'picture_damaged'],
])('a file that is no picture is refused by its bytes: %s', (_name, bytes, code) => {
  expect(faultOf(Buffer.from(bytes, 'latin1'))).toBe(code)
})

it('a picture with too many pixels is refused before anything unpacks it', () => {
  expect(faultOf(pngOfSize(10_001, 1))).toBe('picture_wide')
  expect(faultOf(pngOfSize(5001, 5000))).toBe('picture_wide')
  expect(faultOf(pngOfSize(5000, 5000))).toBe(null)
  expect(faultOf(pngOfSize(0, 5))).toBe('picture_damaged')
})

it('a PNG is refused if its pixels cannot be unpacked, or are fewer than its header says', () => {
  expect(faultOf(pngWithoutPixels())).toBe('picture_damaged')
  expect(faultOf(pngOfSize(8, 8, { rows: 16 }))).toBe(null)
  expect(faultOf(pngOfSize(8, 8, { rows: 15 }))).toBe('picture_damaged')
  // Adam7: 15 rows of one byte and the byte of their filter
  expect(faultOf(pngOfSize(8, 8, { rows: 30, isInterlaced: true }))).toBe(null)
  expect(faultOf(pngOfSize(8, 8, { rows: 29, isInterlaced: true }))).toBe('picture_damaged')
  expect(faultOf(pngOfSize(1, 1, { rows: 2, isInterlaced: true }))).toBe(null)
})

it('a picture with too many bytes is refused', () => {
  expect(faultOf(Buffer.concat([PNG, Buffer.alloc(MAX_PICTURE_BYTES)]))).toBe('picture_large')
})

it('a picture that moves is refused', () => {
  expect(faultOf(pngWith(pngChunk('acTL', Buffer.alloc(8))))).toBe('picture_moves')
  expect(faultOf(webpWith(0x02))).toBe('picture_moves')
  expect(faultOf(webpWith(0, ['ANMF', Buffer.alloc(16)]))).toBe('picture_moves')
})

it('a plain WebP stays as it is', () => {
  expect(picture(WEBP).bytes).toEqual(WEBP)
})
