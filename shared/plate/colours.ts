/** The colours of the page (web/src/styles/tokens), light and dark. */
export const COLOURS = {
  light: {
    paper: '#fdfcf9',
    ink: '#1a1b1e',
    ink2: '#585b62',
    mark: '#777a82',
    markSoft: '#919499',
    rule: '#e4e1d9',
    rule2: '#b9b6ae',
    accent: '#b63a10',
    accentSoft: '#cf7f5d',
    accentWash: '#fbeee7',
  },
  dark: {
    paper: '#131416',
    ink: '#ecebe7',
    ink2: '#a6a9b0',
    mark: '#868a92',
    markSoft: '#62666e',
    rule: '#2a2c30',
    rule2: '#4c4f55',
    accent: '#ff9166',
    accentSoft: '#ad5d3f',
    accentWash: '#2b1a13',
  },
} as const

export type Theme = keyof typeof COLOURS
export type Colours = Record<keyof (typeof COLOURS)['light'], string>
