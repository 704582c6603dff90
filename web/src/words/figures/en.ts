/** How long ago something was. */
export const en = {
  justNow: 'just now',
  seconds: (n: number) => `${n} s ago`,
  minutes: (n: number) => `${n} min ago`,
  hours: (n: number) => `${n} h ago`,
  on: (day: string) => `on ${day}`,
}
