/** A plan as the options that say the same, and what options lose. Light, since `rate` loads it. */
import type { ReadPlan } from '../../../shared/contracts/read-plan.ts'
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'
import type { ColumnOptions } from '../formats/column-changes.ts'
import type { OpenFile } from '../formats/open-file.ts'

/** What a plan says of columns, as the options that say the same: of scores, and of formats with readers of their own. */
export const planOptions = ({ columns, ignore, scored }: ReadPlan): ColumnOptions => ({
  map: Object.entries(columns)
    .flatMap(([target, source]) =>
      typeof source !== 'string' || source === target ? [] : [`${inQuotes(source)}=${inQuotes(target)}`],
    )
    .join(','),
  ignore: ignore.map(inQuotes).join(','),
  ...(scored && { from: scored }),
})

const inQuotes = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** That several outcomes of a file are one side: what tells them apart is lost. */
export const strengthLost = ({ name, outcomes }: Pick<OpenFile, 'name' | 'outcomes'>): CodedMessage[] =>
  [...(outcomes?.values() ?? [])].filter((meaning) => meaning === 'model_a').length > 1
    ? [msg('strength_lost', { file: name })]
    : []
