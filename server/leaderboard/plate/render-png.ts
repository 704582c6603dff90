import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { initWasm, Resvg } from '@resvg/resvg-wasm'

export interface PngTask {
  svg: string
  /** Font files for letters that the packaged fonts lack. */
  fonts: readonly string[]
}

/** The faces whose widths shared/finish measures, and one with the letters and signs that they lack. */
const FONTS = [
  '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf',
  '@expo-google-fonts/source-serif-4/400Regular/SourceSerif4_400Regular.ttf',
  '@expo-google-fonts/source-serif-4/600SemiBold/SourceSerif4_600SemiBold.ttf',
  'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
]

/** Letters that the packaged fonts lack: Indic, Thai, Chinese, Japanese, Korean and rarer ones. */
const OTHER_LETTERS =
  /[\u0700-\u109f\u1100-\u1dff\u2e00-\ud7ff\uf900-\ufaff\uff00-\uffef]|[\u{10000}-\u{3ffff}]/u

const { resolve } = createRequire(import.meta.url)
let ready: Promise<Uint8Array[]> | null = null
const files = new Map<string, Promise<Uint8Array>>()

/** Loads the renderer, and returns the packaged fonts. */
async function load(): Promise<Uint8Array[]> {
  await initWasm(await readFile(resolve('@resvg/resvg-wasm/index_bg.wasm')))
  return Promise.all(FONTS.map((font) => readFile(resolve(font))))
}

/** A font file, read once. */
function fontIn(file: string): Promise<Uint8Array> {
  const font = files.get(file) ?? readFile(file)
  files.set(file, font)
  return font
}

/**
 * An SVG as PNG of the same size, by resvg (https://github.com/linebender/resvg).
 * @throws {Error} if the text is no SVG, or a font cannot be read
 */
export async function renderPng({ svg, fonts }: PngTask): Promise<Uint8Array<ArrayBuffer>> {
  const packaged = await (ready ??= load())
  const extraFonts = OTHER_LETTERS.test(svg) ? await Promise.all(fonts.map(fontIn)) : []
  const picture = new Resvg(svg, {
    font: {
      fontBuffers: [...packaged, ...extraFonts],
      defaultFontFamily: 'Inter',
      sansSerifFamily: 'Inter',
      serifFamily: 'Source Serif 4',
    },
  })
  try {
    const image = picture.render()
    try {
      // a copy whose memory can be given to another thread
      return image.asPng().slice()
    } finally {
      image.free()
    }
  } finally {
    picture.free()
  }
}
