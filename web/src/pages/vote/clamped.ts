import type { Attachment } from 'svelte/attachments'

/** Calls `tell` with whether the content of an element is cut off, at once and whenever its size changes. */
export function clamped(tell: (isCut: boolean) => void): Attachment<HTMLElement> {
  return (element) => {
    const look = () => tell(element.scrollHeight > element.clientHeight + 1)
    const observer = new ResizeObserver(look)
    observer.observe(element)
    look()
    return () => observer.disconnect()
  }
}
