/** The files of a static site that its page names, by their addresses beside the page. */
export const SITE_FILES = {
  votes: 'votes.jsonl',
  board: 'board.json',
  markdown: 'board.md',
  text: 'board.txt',
  badge: 'badge.svg',
} as const

/** The pages of a static site by language. */
export const SITE_PAGES = { en: 'index.html', de: 'de.html' } as const

/** The picture of the board in a language. */
export const pictureFile = (language: 'en' | 'de', form: 'svg' | 'dark.svg' | 'png'): string =>
  `plate${language === 'en' ? '' : `.${language}`}.${form}`
