import type { en } from './en.ts'

export const de: typeof en = {
  justNow: 'gerade eben',
  seconds: (n) => `vor ${n} s`,
  minutes: (n) => `vor ${n} min`,
  hours: (n) => `vor ${n} h`,
  on: (day) => `am ${day}`,
}
