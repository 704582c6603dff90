/** Details of a log entry. */
import type { AuditEntry } from '../../../../../shared/contracts/operators.ts'
import { arena as words } from '../../../words/admin-arena.ts'
import { log as logWords } from '../../../words/admin-integrity.ts'
import { people } from '../../../words/admin-people.ts'
import { formatUsdExact } from '../admin-figures.ts'
import { formatInteger, formatDateTime } from '../../../ui/figures.ts'

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** Labels and values in their order, without missing or empty ones. A missing budget means no limit. */
export function auditDetails({ details }: AuditEntry): [name: string, value: string][] {
  const { finding: _, ...shown } = details
  return Object.entries(shown)
    .filter(([key, value]) => value !== undefined && (value !== null || isMoney(key)))
    .map(([key, value]): [string, string] => [logWords.details[key] ?? key, detailText(key, value)])
    .filter(([, value]) => value !== '')
}

function detailText(key: string, value: unknown): string {
  if (value === null) return 'no limit'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return isMoney(key) ? formatUsdExact(value) : formatInteger(value)
  if (typeof value === 'string') return wordFor(key, value)
  if (Array.isArray(value)) return value.map((one) => detailText(key, one)).join(', ')
  const parts = Object.entries(value as object)
  return parts
    .map(([name, part]) => `${logWords.details[name] ?? name}: ${detailText(name, part)}`)
    .join(', ')
}

function wordFor(key: string, value: string): string {
  const known: Record<string, Record<string, string>> = {
    visibility: words.visibilities,
    before: words.visibilities,
    what: words.exportKinds,
    kind: people.kinds,
  }
  return known[key]?.[value] ?? (MOMENT.test(value) ? formatDateTime(value) : value)
}

const isMoney = (key: string): boolean => /Usd(Before)?$/.test(key)
