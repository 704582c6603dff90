import { contentOf } from '../../api/download.ts'

/** Copies the PNG at a path of the server to the clipboard. Rejects if browser or server refuse. */
export function copyPicture(path: string): Promise<void> {
  // the browser takes the promise, since it allows copying only right after the click
  return navigator.clipboard.write([new ClipboardItem({ 'image/png': contentOf(path) })])
}
