import type { Attachment } from 'svelte/attachments'

/** Tells whether an element shows less than it holds, now and whenever its size changes. */
export function clamped(tell: (isCut: boolean) => void): Attachment<HTMLElement> {
  return (element) => {
    const look = () => tell(element.scrollHeight > element.clientHeight + 1)
    const observer = new ResizeObserver(look)
    observer.observe(element)
    look()
    return () => observer.disconnect()
  }
}
