import type { ArenaFile } from '../../../shared/contracts/index.ts'
import type { Findings } from './problems.ts'
import { few, msg } from '../../../shared/messages/index.ts'

/** The name of the second entry of a contestant. */
export const controlName = (name: string): string => `${name} (control)`

/**
 * Enters a contestant once more under another name, with answers of its own (A/A control). A judge that prefers one
 * of the two sees a difference where there is none.
 */
export function enterControl(file: ArenaFile, name: string, findings: Findings): void {
  const original = file.contestants.find((one) => one.name === name)
  if (!original)
    return findings.problem(
      ['contestants'],
      msg('control_unknown', { name, there: few(file.contestants.map((one) => one.name)) }),
    )
  if (file.contestants.some(({ controlOf }) => controlOf === name)) return
  if (original.responses !== undefined)
    return findings.problem(
      ['contestants', file.contestants.indexOf(original), 'responses'],
      msg('control_of_file', { name }),
    )
  file.contestants.push({ ...original, name: controlName(name), controlOf: name })
}
