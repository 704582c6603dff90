/** Pictures of a text: a click enlarges one, and an operator's token is sent where an arena asks for it. */
import type { Attachment } from 'svelte/attachments'
import { signed } from '../../api/http.ts'
import { adminToken } from '../../state/admin-token.svelte.ts'
import { ui as words } from '../../words/ui.ts'

/** Makes each picture of an element a button that enlarges it. One that cannot be loaded gives way to its description. */
export const shownPictures: Attachment<HTMLElement> = (element) => {
  for (const picture of element.querySelectorAll('img')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'picture'
    button.setAttribute('aria-label', words.here.enlarge(picture.alt))
    button.addEventListener('click', () => enlarge(picture, element))
    picture.replaceWith(button)
    button.append(picture)
    const withoutPicture = () =>
      void loadSigned(picture).catch(() => button.replaceWith(words.here.notLoaded(picture.alt)))
    // a text that came with the page may have failed to load its pictures before anybody listened
    if (picture.complete && picture.naturalWidth === 0) withoutPicture()
    else picture.addEventListener('error', withoutPicture, { once: true })
  }
}

function enlarge(picture: HTMLImageElement, within: HTMLElement): void {
  const dialog = document.createElement('dialog')
  const close = document.createElement('button')
  const large = document.createElement('img')
  large.src = picture.src
  large.alt = picture.alt
  close.type = 'button'
  close.setAttribute('aria-label', words.here.reduce(picture.alt))
  close.append(large)
  dialog.append(close)
  dialog.setAttribute('aria-label', picture.alt)
  dialog.addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', () => dialog.remove())
  within.append(dialog)
  dialog.showModal()
}

/** A private arena shows its pictures to the operator's token, which no element can send. @throws if it does not */
async function loadSigned(picture: HTMLImageElement): Promise<void> {
  if (adminToken.value === null) throw new Error('no token')
  const response = await fetch(picture.src, { headers: signed() })
  if (!response.ok) throw new Error(response.statusText)
  const reader = new FileReader()
  reader.addEventListener('load', () => (picture.src = String(reader.result)))
  reader.readAsDataURL(await response.blob())
}
