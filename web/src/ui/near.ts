import type { Attachment } from 'svelte/attachments'

const NEAR = '700px'

/** Calls `act` once, when the element first comes within 700 px of the visible part. */
export function whenNear(act: () => void): Attachment<HTMLElement> {
  return (element) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        act()
        observer.disconnect()
      },
      { rootMargin: NEAR },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }
}
