/** Details of a log entry. */
import type { AuditEntry } from '../../../../../shared/contracts/operators.ts'
import { detailName } from '../../../../../shared/sentence/audit.ts'
import { capitalised, formatInteger, formatDateTime, numbers } from '../../../ui/figures.ts'

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** Labels and values in their order, without missing or empty ones. A missing budget means no limit. */
export function auditDetails({ details }: AuditEntry): [name: string, value: string][] {
  const { finding: _, ...shown } = details
  return Object.entries(shown)
    .filter(([key, value]) => value !== undefined && (value !== null || isMoney(key)))
    .map(([key, value]): [string, string] => [capitalised(detailName(key)), detailText(key, value)])
    .filter(([, value]) => value !== '')
}

function detailText(key: string, value: unknown): string {
  if (value === null) return 'no limit'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return isMoney(key) ? numbers().usd(value) : formatInteger(value)
  if (typeof value === 'string') return MOMENT.test(value) ? formatDateTime(value) : value
  if (Array.isArray(value)) return value.map((part) => detailText(key, part)).join(', ')
  return Object.entries(value as object)
    .map(([name, part]) => `${detailName(name)}: ${detailText(name, part)}`)
    .join(', ')
}

const isMoney = (key: string): boolean => /Usd(Before)?$/.test(key)
