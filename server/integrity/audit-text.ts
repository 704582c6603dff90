/** The audit log as text, an entry a line. */
import type { AuditLog } from '../../shared/contracts/index.ts'
import { visible } from '../../shared/finish/lines.ts'
import { actWords, detailName, withCommas } from '../../shared/sentence/index.ts'

export const auditText = ({ entries }: AuditLog): string =>
  entries.length === 0
    ? 'No entries.'
    : entries
        .map(({ id, at, actor, token, act, details }) =>
          [id, at, token === undefined ? actor : `token "${token}"`, actWords(act), detailWords(details)]
            .filter((part) => part !== '')
            .join('  '),
        )
        .map(visible)
        .join('\n')

/** Names and values, without empty ones: `votes added 60, described yes`. */
export function detailWords(details: Readonly<Record<string, unknown>>): string {
  // a finding is the reason once more, as a code
  const entries = Object.entries(details).filter(([name]) => name !== 'finding')
  return entries
    .map(([name, value]) => [detailName(name), valueText(value)] as const)
    .filter(([, value]) => value !== '')
    .map((pair) => pair.join(' '))
    .join(', ')
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return withCommas(value)
  if (typeof value === 'string') return /[\s,]/.test(value) ? `"${value}"` : value
  if (Array.isArray(value)) return value.map(valueText).join(' ')
  const words = detailWords(value as Record<string, unknown>)
  return words === '' ? '' : `(${words})`
}
