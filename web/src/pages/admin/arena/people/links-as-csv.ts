import type { NewInvitation } from '../../../../../../shared/contracts/people.ts'

/** Text that a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/

const cell = (text: string): string => `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

/** New links as CSV: who, group, address and until when it is valid. */
export function linksAsCsv(links: readonly NewInvitation[], origin: string): string {
  const rows = links.map(({ invitation, name, group, path, expiresAt }) =>
    [String(invitation), name, group ?? '', origin + path, expiresAt].map(cell).join(','),
  )
  return ['invitation,name,group,link,expiresAt', ...rows, ''].join('\n')
}
