import type { en } from './en.ts'

export const de: typeof en = {
  copy: 'Link kopieren',
  copied: 'Kopiert',
  notCopied: 'Nicht kopiert',
}
