/** The fonts of the page in the build: few letters, and asked for early. */
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'
import { FACES } from '../../shared/finish/text.ts'

/** The letters of Latin scripts in the west of Europe, with the signs of a board: all that the page's own fonts are sent with. */
const LETTERS = [
  [0x20, 0x7e],
  [0xa0, 0xff],
]
  .flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)),
  )
  .concat([...'ŒœŠšŽžŸ–—‘’“”„‚†•…‰‹›€™−≈≤≥→←↑↓√'])
  .join('')

/** Fonts are sent with few letters and weights: 64 kB for both. Their names stay, since frames of other sites load them, too. */
export const fewLetters: Plugin = {
  name: 'few-letters',
  async generateBundle(_options, bundle) {
    for (const asset of Object.values(bundle)) {
      if (asset.type !== 'asset' || !/(?:inter|source-serif).*\.woff2$/.test(asset.fileName)) continue
      const variationAxes = {
        wght: { min: 400, max: 700 },
        ...(asset.fileName.includes('opsz') && { opsz: 40 }),
      }
      asset.source = await subsetFont(Buffer.from(asset.source), LETTERS, {
        targetFormat: 'woff2',
        variationAxes,
      })
    }
  },
}

/** Fonts are asked for with the page, not after its styles: only so are they there when it is first drawn. */
export const earlyFonts: Plugin = {
  name: 'early-fonts',
  apply: 'build',
  transformIndexHtml: () =>
    FACES.map(({ file }) => ({
      tag: 'link',
      attrs: { rel: 'preload', href: `/assets/${file}`, as: 'font', type: 'font/woff2', crossorigin: '' },
      injectTo: 'head' as const,
    })),
}

/** Fonts that pages of this server name without the build's own list of files. */
export const fontName = ({ names }: { names: string[] }) =>
  /(?:inter|source-serif).*\.woff2$/.test(names[0] ?? '')
    ? 'assets/[name][extname]'
    : 'assets/[name]-[hash][extname]'
