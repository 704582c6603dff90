import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Link zum Abstimmen',
  preview: 'Vorschau',
  code: 'QR-Code',
  codeOf: (link) => `QR-Code von ${link}`,
}
