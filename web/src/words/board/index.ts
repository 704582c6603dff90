import { withTerms } from '../in-languages.ts'
import * as de from './de.ts'
import * as en from './en.ts'

export const leaderboard = withTerms({ en: en.leaderboard, de: de.leaderboard })
export const charts = withTerms({ en: en.charts, de: de.charts })
