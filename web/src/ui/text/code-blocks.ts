import type { Attachment } from 'svelte/attachments'
import { words } from '../../words/words.ts'
import { hasChoice, saveChoice } from '../../state/stored.ts'

// Whether long lines of code are wrapped: one choice for all code blocks, stored in this browser.

const NAME = 'wrap-code'

/** On the page's root element, where styles of code read it. */
const MARK = 'wrapCode'

/** Whether lines are wrapped now. */
const isWrapped = (): boolean => MARK in document.documentElement.dataset

/** Wraps the lines of every code block, or lets each block scroll again. */
function wrapCode(on: boolean): void {
  saveChoice(NAME, on)
  mark(on)
  for (const button of document.querySelectorAll('.code [aria-pressed]'))
    button.setAttribute('aria-pressed', String(on))
}

/** Wraps lines if the visitor once chose so. */
const wrapAsChosen = (): void => mark(hasChoice(NAME))

function mark(on: boolean): void {
  if (on) document.documentElement.dataset[MARK] = ''
  else delete document.documentElement.dataset[MARK]
}

const SAID_MS = 1_500

/**
 * Adds buttons to every code block in an element, which copy it and wrap its lines, and makes wide blocks and tables
 * focusable by keyboard. A block whose lines fit gets no button to wrap them.
 */
export const codeBlocks: Attachment<HTMLElement> = (element) => {
  const blocks = [...element.querySelectorAll('pre')]
  if (blocks.length > 0) wrapAsChosen()
  for (const block of blocks) {
    const holder = document.createElement('div')
    holder.className = 'code'
    const buttons = document.createElement('div')
    buttons.className = 'buttons'
    buttons.append(copyButton(block))
    block.replaceWith(holder)
    holder.append(buttons, block)
  }
  for (const wide of element.querySelectorAll<HTMLElement>('pre, .scrolls'))
    if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0

  // a block that was hidden, or narrower before the window changed, is looked at again
  const observer = new ResizeObserver((changes) => {
    for (const { target } of changes) offerWrapping(target)
  })
  for (const block of blocks) observer.observe(block)
  return () => observer.disconnect()
}

function copyButton(block: HTMLElement): HTMLButtonElement {
  const button = buttonWith(words.ui.copying.copy, words.ui.copyCode)
  button.addEventListener('click', async () => {
    const copied = await navigator.clipboard.writeText(block.innerText).then(
      () => true,
      () => false,
    )
    button.textContent = words.ui.copying[copied ? 'copied' : 'notCopied']
    setTimeout(() => (button.textContent = words.ui.copying.copy), SAID_MS)
  })
  return button
}

function offerWrapping(block: Element): void {
  const buttons = block.previousElementSibling
  if (!buttons || buttons.querySelector('[aria-pressed]')) return
  if (!isWrapped() && block.scrollWidth <= block.clientWidth) return
  const button = buttonWith(words.ui.wrap, words.ui.wrapCode)
  button.setAttribute('aria-pressed', String(isWrapped()))
  button.addEventListener('click', () => wrapCode(!isWrapped()))
  buttons.prepend(button)
}

function buttonWith(text: string, label: string): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = text
  button.setAttribute('aria-label', label)
  return button
}
