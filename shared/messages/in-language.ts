import { de } from './de/index.ts'
import { en } from './en/index.ts'
import { render } from './render.ts'
import type { CodedMessage } from './render.ts'

/** The text of a message in a language, for what the server itself sends. It loads all catalogues. */
export const inLanguage = (message: CodedMessage, language: 'en' | 'de'): string =>
  render(message, { en, de }[language])
