import type { WireMessage } from '../../../../shared/contracts/wire-message.ts'
import { isKnown, render, type Catalogue } from '../../../../shared/messages/render.ts'
import { language } from '../language.svelte.ts'

export interface LocalText {
  text: string
  /** Where the text is not in the language of the page. */
  lang: 'en' | undefined
}

/** Tells what the server found in the language spoken; in the server's English where these German sentences lack it. */
export const messageIn =
  (german: Partial<Catalogue>) =>
  (english: string, finding: WireMessage | null | undefined): LocalText => {
    if (language.code === 'en') return { text: english, lang: undefined }
    if (finding && isKnown(finding, german)) return { text: render(finding, german), lang: undefined }
    return { text: english, lang: 'en' }
  }
