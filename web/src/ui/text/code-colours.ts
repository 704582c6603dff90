/** Colours code whose language is named. The code for it is loaded with the first such block. */
import type { Attachment } from 'svelte/attachments'

/** Characters of the longest block that is coloured, and of all such blocks of a text: more would hold the page. */
const LONGEST = 10_000
const MOST = 40_000

/** Colours every fenced block of an element whose language is named and known. The text stays what it was. */
export const colouredCode: Attachment<HTMLElement> = (element) => {
  const blocks = [...element.querySelectorAll<HTMLElement>('pre > code')].flatMap((block) => {
    const language = /(?:^|\s)language-(\S+)/.exec(block.className)?.[1]
    return language !== undefined && block.textContent.length <= LONGEST ? [{ block, language }] : []
  })
  if (blocks.length === 0) return
  let isShown = true
  void colourAll(blocks, () => isShown)
  return () => {
    isShown = false
  }
}

interface CodeBlock {
  block: HTMLElement
  language: string
}

async function colourAll(blocks: readonly CodeBlock[], isShown: () => boolean): Promise<void> {
  const { default: highlighter } = await import('highlight.js/lib/common')
  let characters = 0
  for (const { block, language } of blocks) {
    if (!isShown()) return
    if (!highlighter.getLanguage(language)) continue
    const written = block.textContent
    characters += written.length
    if (characters > MOST) return
    const coloured = document.createElement('template')
    coloured.innerHTML = highlighter.highlight(written, { language, ignoreIllegals: true }).value
    if (coloured.content.textContent === written) block.replaceChildren(coloured.content)
    await new Promise((done) => setTimeout(done))
  }
}
