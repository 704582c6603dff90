import type { ToldFinding } from '../../../../shared/contracts/finding.ts'
import { isKnown, tell, type Sentences } from '../../../../shared/findings/tell.ts'
import { language } from '../language.svelte.ts'

export interface Told {
  text: string
  /** Where the text is not in the language of the page. */
  lang: 'en' | undefined
}

/** Tells what the server found in the language spoken; in the server's English where these German sentences lack it. */
export const toldBy =
  (german: Partial<Sentences>) =>
  (english: string, finding: ToldFinding | null | undefined): Told => {
    if (language.code === 'en') return { text: english, lang: undefined }
    if (finding && isKnown(finding, german)) return { text: tell(finding, german), lang: undefined }
    return { text: english, lang: 'en' }
  }
