import type { WireMessage } from '../../../../shared/contracts/problem.ts'
import { isKnown, render, type Catalogue } from '../../../../shared/messages/render.ts'
import { language } from '../language.svelte.ts'

export interface LocalText {
  text: string
  /** Set if the text is not in the language of the page. */
  lang: 'en' | undefined
}

/** The text of a server's message in the language of the page; the server's English if this German catalogue lacks it. */
export const messageTranslator =
  (german: Partial<Catalogue>) =>
  (english: string, finding: WireMessage | null | undefined): LocalText => {
    if (language.code === 'de' && finding && isKnown(finding, german))
      return { text: render(finding, german), lang: undefined }
    return { text: english, lang: language.code === 'en' ? undefined : 'en' }
  }

/** What the server says in English alone, marked as such on a page in another language. */
export const serverText = messageTranslator({})
