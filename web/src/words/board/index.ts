import { inLanguages } from '../in-languages.ts'
import * as de from './de.ts'
import * as en from './en.ts'

export const leaderboard = inLanguages({ en: en.leaderboard, de: de.leaderboard })
export const charts = inLanguages({ en: en.charts, de: de.charts })
