import type { Attachment } from 'svelte/attachments'
import { words } from '../words/ui/index.ts'

const SAID_MS = 1_500

/** Adds a copy button to every code block in an element, and makes wide blocks and tables focusable by keyboard. */
export const copyButtons: Attachment<HTMLElement> = (element) => {
  for (const block of element.querySelectorAll('pre')) {
    const holder = document.createElement('div')
    holder.className = 'code'
    block.replaceWith(holder)
    holder.append(buttonFor(block), block)
  }
  for (const wide of element.querySelectorAll<HTMLElement>('pre, .scrolls')) {
    if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0
  }
}

function buttonFor(block: HTMLElement): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = words.here.copy
  button.setAttribute('aria-label', words.here.copyCode)
  button.addEventListener('click', async () => {
    const copied = await navigator.clipboard.writeText(block.innerText).then(
      () => true,
      () => false,
    )
    button.textContent = copied ? words.here.copied : words.here.notCopied
    setTimeout(() => (button.textContent = words.here.copy), SAID_MS)
  })
  return button
}
